import { Button, buttonClass, Empty, Skeleton } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/error.ts'
import { useTexts } from '../../i18n/texts.ts'
import { SecondFactorForm } from '../../protection/second-factor-form.tsx'
import { securityQuery } from '../../protection/security-query.ts'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { phoneCodeTexts } from './phone-code-texts.ts'
import type { PhoneCode } from './use-phone-code.ts'
import { withdrawTexts } from './withdraw-texts.ts'

interface Props {
  /** What the button does. */
  readonly action: string
  readonly code: PhoneCode
  /** Sends the request with a code; what it throws is shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

/** What sends a request for money out: the enrolled app's code, else one to the verified phone, else the way to have either. */
export function MoneyOutProof({ action, code, onCode }: Props) {
  const t = useTexts(withdrawTexts)
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
          {t('retry')}
        </Button>
      </Empty>
    )
  if (!security.data) return <Skeleton height={160} />
  const { totp, phone } = security.data
  if (totp.isOn)
    return (
      <SecondFactorForm action={action} onCode={proved}>
        <p className="note">{t('codeWhy')}</p>
      </SecondFactorForm>
    )
  if (phone.value === null || phone.verifiedAt === null) return <FirstProof phone={phone.value} code={code} />
  return (
    <PhoneCodeForm code={code} phone={phone.value} action={action} onCode={proved}>
      <p className="note">{t('phoneWhy')}</p>
    </PhoneCodeForm>
  )
}

/** Nothing proves yet that it is the member: he verifies his number here, or enrols an app. */
function FirstProof({ phone, code }: { phone: string | null; code: PhoneCode }) {
  const t = useTexts(phoneCodeTexts)
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
    <PhoneCodeForm code={code} phone={phone} action={t('verify')} onCode={verify}>
      <p className="note">{t('verifyWhy')}</p>
      {enrol('link')}
    </PhoneCodeForm>
  )
}
