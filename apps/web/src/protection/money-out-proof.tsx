import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, buttonClass, Empty, Skeleton } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { appTexts } from '../shell/texts.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { securityQuery } from './security-query.ts'
import { SentCodeForm } from './sent-code-form.tsx'
import { sentCodeTexts } from './sent-code-texts.ts'
import type { SentCode } from './use-sent-code.ts'

interface Props {
  /** What the button does. */
  readonly action: string
  /** What a code of the app, or one by message, brings about. */
  readonly why: { readonly app: string; readonly phone: string }
  readonly code: SentCode
  /** Sends the request with a code; what it throws is shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

/** What sends a request for money out: the enrolled app's code, else one to the verified phone, else the way to have either. */
export function MoneyOutProof({ action, why, code, onCode }: Props) {
  const t = useTexts(sentCodeTexts)
  const app = useTexts(appTexts)
  const cache = useQueryClient()
  const security = useQuery(securityQuery)
  const proved = async (otp: string) => {
    try {
      await onCode(otp)
    } catch (error) {
      // The server asks for another proof than this: the app was enrolled or removed in between.
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') await cache.invalidateQueries(securityQuery)
      throw error
    }
  }
  if (security.isError)
    return (
      <Empty title={t('failed')}>
        <Button size={36} onClick={() => void security.refetch()}>
          {app('retry')}
        </Button>
      </Empty>
    )
  if (!security.data) return <Skeleton height={160} />
  const { totp, phone } = security.data
  if (totp.isOn)
    return (
      <SecondFactorForm action={action} onCode={proved}>
        <p className="note">{why.app}</p>
      </SecondFactorForm>
    )
  if (phone.value === null || phone.verifiedAt === null) return <FirstProof phone={phone.value} code={code} />
  return (
    <SentCodeForm code={code} to={phone.value} action={action} onCode={proved}>
      <p className="note">{why.phone}</p>
    </SentCodeForm>
  )
}

/** Nothing proves yet that it is the member: he verifies his number here, or enrols an app. */
function FirstProof({ phone, code }: { phone: string | null; code: SentCode }) {
  const t = useTexts(sentCodeTexts)
  const cache = useQueryClient()
  const verify = async (secretCode: string) => {
    await call('POST /api/certi/verify_phone', { body: { key: code.key, secretCode } })
    code.renew()
    await cache.invalidateQueries(securityQuery)
  }
  const enrol = (look: string) => (
    <Link to="/more/security/totp" className={look}>
      {t('enrolInstead')}
    </Link>
  )
  if (phone === null)
    return (
      <div className="sheet-f">
        <p className="note">{t('noPhone')}</p>
        {enrol(`${buttonClass({ tone: 'primary', size: 52 })} wide`)}
      </div>
    )
  return (
    <SentCodeForm code={code} to={phone} action={t('verify')} onCode={verify}>
      <p className="note">{t('verifyWhy')}</p>
      {enrol('link')}
    </SentCodeForm>
  )
}
