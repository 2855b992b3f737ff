import { callAsGuest } from '@maru/client/api/client'
import { Button, FormError, PasswordField, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { loadHome } from '../../session/home.ts'
import { errorText } from '../../session/words.ts'

interface Props {
  onDone: (username: string) => void
  onBack: () => void
}

/** A new member of staff sets his password by the code of his mail, which works once. */
export function ActivateStep({ onDone, onBack }: Props) {
  const [form, setForm] = useState({ username: '', code: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const code = form.code.trim()
  const isWhole = form.username !== '' && /^[\w-]{43}$/.test(code) && form.password !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isWhole) return
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await loadHome()
      await callAsGuest('POST /api/user/activate', { body: { ...form, code }, siteInfoId: id })
      onDone(form.username)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="새 직원의 비밀번호" noValidate>
      <h1>비밀번호 정하기</h1>
      <TextField
        label="아이디"
        restriction={{ allow: 'username' }}
        maxLength={20}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...field('username')}
      />
      <TextField
        label="메일로 받은 코드"
        maxLength={60}
        autoComplete="one-time-code"
        spellCheck={false}
        {...field('code')}
      />
      <PasswordField
        label="새 비밀번호"
        restriction={{ allow: 'password' }}
        maxLength={64}
        autoComplete="new-password"
        eyeLabels={['비밀번호 보기', '비밀번호 숨기기']}
        {...field('password')}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button type="submit" tone="primary" size={52} disabled={!isWhole} aria-busy={busy}>
        {busy ? '확인하는 중' : '비밀번호 정하기'}
      </Button>
      <div className="ft">
        <Button tone="quiet" size={36} onClick={onBack}>
          로그인으로
        </Button>
      </div>
    </form>
  )
}
