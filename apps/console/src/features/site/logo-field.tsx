import { call } from '@maru/client/api/client'
import type { ConsoleSite } from '@maru/contract'
import { BrandMark, Button } from '@maru/ui'
import { useRef, useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'

/** As large as the server takes one. */
const mostBytes = 512 * 1024

interface Chosen {
  readonly name: string
  /** `data:` address of the picture. */
  readonly url: string
}

/** The logo of a site: chosen here, drawn anew by the server, shown once a second person agreed. */
export function LogoField({ site, onSent }: { site: ConsoleSite; onSent: () => void }) {
  const may = useMay('sites')
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | 'none' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    const isPicture = /^image\/(png|jpeg|webp)$/.test(file.type)
    setFault(!isPicture ? t('logoTypes') : file.size > mostBytes ? t('logoSize') : null)
    if (isPicture && file.size <= mostBytes) setChosen({ name: file.name, url: await urlOf(file) })
  }
  return (
    <section className="panel">
      <header className="site-h">
        <h3>{t('logo')}</h3>
        <span className="sub">{t('logoHint')}</span>
        <span className="sp" />
        {may && site.logoUrl !== null && (
          <Button size={36} onClick={() => setChosen('none')}>
            {t('delete')}
          </Button>
        )}
        {may && (
          <Button size={36} onClick={() => input.current?.click()}>
            {t('logoUpload')}
          </Button>
        )}
      </header>
      <div className="site-logo">
        {site.logoUrl === null ? <BrandMark /> : <img src={site.logoUrl} alt={t('logoNow')} />}
        <span>{site.logoUrl === null ? t('usesHouseLogo') : t('logoShown')}</span>
        {fault !== null && <p className="over">{fault}</p>}
      </div>
      <input
        ref={input}
        type="file"
        className="sr"
        aria-label={t('logoFile')}
        accept="image/png,image/jpeg,image/webp"
        tabIndex={-1}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      {chosen !== null && (
        <ActionDialog
          title={chosen === 'none' ? t('logoDelete') : t('logoChange')}
          confirm={t('askSecond')}
          done={t('asked')}
          changes={[
            {
              name: t('logo'),
              before: site.logoUrl === null ? t('houseLogo') : t('logoNow'),
              after: chosen === 'none' ? t('houseLogo') : chosen.name,
            },
          ]}
          run={({ reason, key }) =>
            call('POST /api/console/site/logo', {
              params: {},
              body: {
                version: site.version,
                reason,
                ...(chosen !== 'none' && { data: chosen.url.split(',')[1] ?? '' }),
              },
              key,
            })
          }
          onDone={onSent}
          onClose={() => setChosen(null)}
        >
          {chosen !== 'none' && <img className="site-logo-new" src={chosen.url} alt={t('newLogo')} />}
        </ActionDialog>
      )}
    </section>
  )
}

const urlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
