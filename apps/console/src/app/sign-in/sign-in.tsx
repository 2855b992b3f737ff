import { isApiError } from '@maru/client/api/error'
import { Badge, BrandMark, formatDateTime } from '@maru/ui'
import { useEffect, useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { useHome } from '../../session/home.ts'
import { signIn } from '../../session/session.ts'
import { useStaff } from '../../session/staff.ts'
import { ActivateStep } from './activate-step.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'

/** Name and password, then the code of the authenticator app. */
export function SignIn() {
  const home = useHome((state) => state.home)
  const ended = useStaff((state) => state.ended)
  const [given, setGiven] = useState({ username: '', password: '' })
  const [step, setStep] = useState<'password' | 'code' | 'activate' | 'activated'>('password')
  const now = useNow()
  useEffect(() => {
    document.title = '직원 로그인 · 마루 관리'
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
          마루 관리
          {home?.moneyMode === 'DEMO' && <Badge tone="demo">모의투자</Badge>}
        </div>
        {step === 'activate' ? (
          <ActivateStep
            onDone={(username) => {
              setGiven({ username, password: '' })
              setStep('activated')
            }}
            onBack={() => setStep('password')}
          />
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
            notice={
              step === 'activated'
                ? '비밀번호를 정했습니다. 회원 화면의 보안에서 인증 앱을 등록한 뒤 여기에서 로그인해 주세요.'
                : ended === 'idle'
                  ? '15분 동안 쉬어서 로그아웃했습니다. 다시 로그인해 주세요.'
                  : ended === 'over'
                    ? '세션이 끝났습니다. 다시 로그인해 주세요.'
                    : null
            }
          />
        )}
      </main>
      <footer className="below">
        <span>세션은 8시간, 쉬면 15분 뒤 끝납니다. 직원이 한 일은 모두 감사 기록에 남습니다.</span>
        <span className="num">
          {formatDateTime(now)} · {location.host}
        </span>
      </footer>
    </div>
  )
}
