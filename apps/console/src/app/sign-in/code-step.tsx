import { Button, CodeField, Icon } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../session/words.ts'

interface Props {
  username: string
  siteName: string
  onCode: (code: string) => Promise<void>
  /** Back to name and password. */
  onBack: () => void
}

/** The second step: the six digits that the authenticator app shows. */
export function CodeStep({ username, siteName, onCode, onBack }: Props) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isWhole = code.length === 6

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      await onCode(code)
    } catch (error) {
      setFailure(error)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="인증번호">
      <h1>인증번호 6자리를 입력해 주세요</h1>
      <div className="who">
        <Icon name="user" />
        <span>
          <b>{username}</b>
          {siteName}
        </span>
        <button type="button" className="lk" onClick={onBack}>
          바꾸기
        </button>
      </div>
      <CodeField
        label="인증 앱의 번호"
        value={code}
        onValue={setCode}
        error={failure === null ? undefined : errorText(failure)}
        autoFocus
      />
      <Button type="submit" tone="primary" size={52} disabled={!isWhole} aria-busy={busy}>
        {isWhole ? (busy ? '확인하는 중' : '로그인') : '6자리를 모두 입력해 주세요'}
      </Button>
      <div className="ft">
        <span>휴대폰을 바꿨다면 총괄에게 초기화를 요청해 주세요</span>
        <span className="num">2 / 2</span>
      </div>
    </form>
  )
}
