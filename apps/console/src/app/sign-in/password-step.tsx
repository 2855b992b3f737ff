import { isApiError } from '@maru/client/api/error'
import { Button, FormError, PasswordField, Strip, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../session/words.ts'

interface Props {
  username: string
  /** To the page of those who have a code by mail. */
  onActivate: () => void
  onEnter: (username: string, password: string) => Promise<void>
  /** Why they have to sign in again. */
  notice: string | null
}

/** The first step of two. A locked name says for how long. */
export function PasswordStep({ username: first, onEnter, onActivate, notice }: Props) {
  const [username, setUsername] = useState(first)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isLocked = isApiError(failure) && failure.code === 'ACCOUNT_LOCKED'
  const isEmpty = username === '' || password === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isEmpty) return
    setBusy(true)
    setFailure(null)
    try {
      await onEnter(username, password)
    } catch (error) {
      setFailure(error)
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="직원 로그인" noValidate>
      <h1>{isLocked ? '잠시 잠겼습니다' : '직원 로그인'}</h1>
      {notice !== null && failure === null && <Strip tone="warn">{notice}</Strip>}
      <TextField
        label="아이디"
        name="username"
        value={username}
        onValue={setUsername}
        restriction={{ allow: 'username' }}
        maxLength={20}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={first === ''}
      />
      <PasswordField
        label="비밀번호"
        name="password"
        value={password}
        onValue={setPassword}
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="current-password"
        eyeLabels={['비밀번호 보기', '비밀번호 숨기기']}
        autoFocus={first !== ''}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button type="submit" tone="primary" size={52} disabled={isEmpty} aria-busy={busy}>
        {isEmpty ? '아이디와 비밀번호를 입력해 주세요' : busy ? '확인하는 중' : '계속'}
        {!isEmpty && !busy && <kbd>Enter</kbd>}
      </Button>
      <div className="ft">
        <span>
          {isLocked ? '다른 곳에서 시도했다면 총괄에게 알려 주세요' : '비밀번호를 잊으면 총괄에게 알려 주세요'}
        </span>
        <span className="num">1 / 2</span>
      </div>
      <Button tone="quiet" size={36} onClick={onActivate}>
        처음이신가요? 메일의 코드로 시작하기
      </Button>
    </form>
  )
}
