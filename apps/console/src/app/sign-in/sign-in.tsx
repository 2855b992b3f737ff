import { isApiError } from '@maru/client/api/error'
import { Badge, BrandMark, formatDateTime } from '@maru/ui'
import { useEffect, useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { useHome } from '../../session/home.ts'
import { signIn } from '../../session/session.ts'
import { useStaff } from '../../session/staff.ts'
import { LanguageButton } from '../language-button.tsx'
import { t } from '../texts.ts'
import { ActivateStep } from './activate-step.tsx'
import { CodeStep } from './code-step.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { takeInvitation } from './invitation.ts'
import { PasswordStep } from './password-step.tsx'

/** Name and password, then the code of the authenticator app. */
export function SignIn() {
  const home = useHome((state) => state.home)
  const ended = useStaff((state) => state.ended)
  const [given, setGiven] = useState({ username: '', password: '' })
  const status = useStaff((state) => state.status)
  const [invited] = useState(takeInvitation)
  const [step, setStep] = useState<'password' | 'code' | 'activate'>(invited ? 'activate' : 'password')
  const now = useNow()
  useEffect(() => {
    document.title = t('signInTitle')
  }, [])

  const enter = async (username: string, password: string) => {
    setGiven({ username, password })
    try {
      await signIn(username, password)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'STEP_UP_REQUIRED') throw error
      setStep('code')
    }
  }
  return (
    <div className="door">
      <main className="card">
        <div className="lo">
          <BrandMark size={32} />
          {t('brand')}
          {home?.moneyMode === 'DEMO' && <Badge tone="demo">{t('demo')}</Badge>}
        </div>
        {status === 'enrol' ? (
          <EnrolStep />
        ) : step === 'activate' ? (
          <ActivateStep first={invited} onDone={enter} onBack={() => setStep('password')} />
        ) : step === 'code' ? (
          <CodeStep
            username={given.username}
            siteName={home?.name ?? ''}
            onCode={(otp) => signIn(given.username, given.password, otp)}
            onBack={() => setStep('password')}
          />
        ) : (
          <PasswordStep
            username={given.username}
            onEnter={enter}
            onActivate={() => setStep('activate')}
            notice={ended === 'idle' ? t('endedIdle') : ended === 'over' ? t('endedOver') : null}
          />
        )}
      </main>
      <footer className="below">
        <span>{t('sessionRule')}</span>
        <LanguageButton />
        <span className="num">
          {formatDateTime(now)} · {location.host}
        </span>
      </footer>
    </div>
  )
}
