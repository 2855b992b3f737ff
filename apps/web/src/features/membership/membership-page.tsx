import './membership.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { saveFile } from '@maru/client/page/save-file'
import { Button, FormError, Icon, PasswordField, SwitchRow, toast } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { updateMe, useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { collectData, parts } from './collect.ts'
import { membershipTexts } from './texts.ts'

/** What a member decides about his membership: advertisements, his data, the end (rules G). */
export default function MembershipPage() {
  const t = useTexts(membershipTexts)
  return (
    <main id="main" className="mem">
      <Marketing />
      <div className="band" />
      <OwnData />
      <div className="band" />
      <section className="mem-s">
        <Link to="/more/membership/leave" className="mem-l">
          <span>
            <b>{t('leave')}</b>
            <small>{t('leaveHint')}</small>
          </span>
          <Icon name="right" small />
        </Link>
      </section>
    </main>
  )
}

function Marketing() {
  const t = useTexts(membershipTexts)
  const etcJson = useSession(({ me }) => me?.etcJson)
  const [busy, setBusy] = useState(false)
  const set = async (agreed: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      await call('POST /api/user/marketing', { body: { agreed } })
      updateMe({ etcJson: { ...etcJson, marketing: agreed } })
      toast({ title: t(agreed ? 'marketingOn' : 'marketingOff') })
    } catch (error) {
      await showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="mem-s">
      <SwitchRow
        checked={etcJson?.marketing === true}
        onChange={(agreed) => void set(agreed)}
        label={t('marketing')}
        hint={t('marketingHint')}
      />
    </section>
  )
}

function OwnData() {
  const t = useTexts(membershipTexts)
  const username = useSession(({ me }) => me?.username ?? '')
  const [password, setPassword] = useState('')
  const [count, setCount] = useState<number | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const collect = async (event: FormEvent) => {
    event.preventDefault()
    if (count !== null) return
    if (password === '') return setFault(t('passwordMissing'))
    setFault(undefined)
    setCount(0)
    try {
      const data = await collectData(password, setCount)
      saveFile(`maru-${username}.json`, JSON.stringify(data, null, 2), 'application/json')
      setPassword('')
      toast({ title: t('collected') })
    } catch (error) {
      setFault(isApiError(error) && error.code === 'LOGIN_FAILED' ? t('passwordWrong') : errorText(error))
    } finally {
      setCount(null)
    }
  }
  return (
    <form className="mem-s" onSubmit={(event) => void collect(event)} noValidate>
      <h2>{t('data')}</h2>
      <p className="mem-n">{t('dataHint')}</p>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        label={t('password')}
        value={password}
        onValue={setPassword}
        autoComplete="current-password"
        eyeLabels={[t('showPassword'), t('hidePassword')]}
        restriction={{ allow: 'password' }}
        maxLength={64}
      />
      {fault !== undefined && <FormError>{fault}</FormError>}
      <Button type="submit" size={52} className="mem-b" aria-busy={count !== null}>
        {count === null ? t('collect') : t('collecting', { count, all: parts })}
      </Button>
    </form>
  )
}
