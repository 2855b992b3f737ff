import { call } from '@maru/client/api/client'
import { Empty, Skeleton } from '@maru/ui'
import { QrCode } from '@maru/ui/qr-code'
import { useQuery } from '@tanstack/react-query'
import { Copied } from '../../parts/copied.tsx'
import { Page } from '../../parts/page.tsx'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'
import './own.css'

/** The link with which members sign up, as a text and for a camera. */
export default function OwnLinkPage() {
  const { data, error } = useQuery({ queryKey: ['partner'], queryFn: () => call('GET /api/partner') })
  const link = data && `${location.origin}${data.link}`
  return (
    <Page title={t('link')} sub={<span className="sub">{t('codeStays')}</span>}>
      {error && !data ? (
        <Empty title={t('ownFailed')}>{errorText(error)}</Empty>
      ) : link ? (
        <section className="panel own-link">
          <QrCode text={link} label={t('qr')} />
          <dl className="kv">
            <dt>{t('code')}</dt>
            <dd>
              <Copied text={data.code} label={t('code')} />
            </dd>
            <dt>{t('link')}</dt>
            <dd>
              <Copied text={link} label={t('link')} />
            </dd>
          </dl>
          <p className="dim">{t('linkRules')}</p>
        </section>
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </Page>
  )
}
