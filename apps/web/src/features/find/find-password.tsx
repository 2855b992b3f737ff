import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { buttonClass } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { SecondFactorForm } from '../../protection/second-factor-form.tsx'
import { SentCodeForm } from '../../protection/sent-code-form.tsx'
import { useSentCode } from '../../protection/use-sent-code.ts'
import { weaknessText } from '../../protection/weak-password.ts'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'
import { OwnerForm } from './owner-form.tsx'
import { findTexts } from './texts.ts'

/** Sets a new password by a code to the phone, and the app's code where one is enrolled. */
export function FindPassword() {
  const t = useTexts(findTexts)
  const [owner, setOwner] = useState({ username: '', phone: '' })
  const [step, setStep] = useState<'owner' | 'code' | 'app' | 'done'>('owner')
  const [secretCode, setSecretCode] = useState('')
  const fresh = useNewPassword()
  const code = useSentCode(async () => {
    const asked = await call('POST /api/player/find_pw', { body: owner })
    if (!('key' in asked)) throw new Error('a code was asked for, and none was sent')
    return asked
  })
  const save = async (given: string, otp?: string) => {
    if (!fresh.judge()) return
    const body = { ...owner, key: code.asked?.key ?? '', secretCode: given, password: fresh.password }
    try {
      await call('POST /api/player/find_pw', { body: { ...body, ...(otp !== undefined && { otp }) } })
      setStep('done')
    } catch (error) {
      const reason = weaknessText(error)
      const asksApp = otp === undefined && isApiError(error) && error.code === 'STEP_UP_REQUIRED'
      if (reason === null && !asksApp) throw error
      if (reason !== null) fresh.refuse(reason)
      setSecretCode(given)
      setStep(asksApp ? 'app' : 'code')
    }
  }
  const start = () => {
    setStep('code')
    void code.send()
  }
  const again = () => {
    setStep('owner')
    code.renew()
  }
  if (step === 'done')
    return (
      <section aria-live="polite">
        <h1>{t('done')}</h1>
        <div className="find-end">
          <p>{t('doneHint')}</p>
        </div>
        <Link to="/signin" className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
          {t('toSignIn')}
        </Link>
      </section>
    )
  if (step === 'owner') return <OwnerForm asksUsername owner={owner} onOwner={setOwner} onDone={start} />
  return (
    <>
      <h1>{t('newPassword')}</h1>
      {step === 'app' ? (
        <SecondFactorForm action={t('save')} onCode={(otp) => save(secretCode, otp)}>
          <p className="note">{t('appAsk')}</p>
        </SecondFactorForm>
      ) : (
        <SentCodeForm
          code={code}
          to={owner.phone}
          action={t('save')}
          onCode={save}
          below={<NewPasswordFields fresh={fresh} username={owner.username} />}
        >
          <p className="note">{t('secret')}</p>
        </SentCodeForm>
      )}
      <button type="button" className="link" onClick={again}>
        {t('change')}
      </button>
    </>
  )
}
