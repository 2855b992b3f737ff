import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Badge, Button, TextField } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { transferTexts } from './transfer-texts.ts'

/** A member who was found: his name is masked. */
export interface Receiver {
  readonly username: string
  readonly name: string
  readonly isVerified: boolean
  readonly since: number
}

interface Props {
  readonly confirmed: Receiver | null
  readonly onConfirm: (receiver: Receiver | null) => void
}

/** Finds a member by his username, and asks whether it is the right one. */
export function ReceiverField({ confirmed, onConfirm }: Props) {
  const t = useTexts(transferTexts)
  const [username, setUsername] = useState('')
  const [found, setFound] = useState<Receiver | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const change = (value: string) => {
    setUsername(value)
    setFound(null)
    setFault(undefined)
    onConfirm(null)
  }
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || username === '') return
    setBusy(true)
    setFault(undefined)
    try {
      setFound(await call('GET /api/dnw/transfer/check', { query: { username } }))
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="pad">
      <form onSubmit={(event) => void find(event)} noValidate>
        <TextField
          label={t('username')}
          value={username}
          onValue={change}
          restriction={{ allow: 'username' }}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={fault}
          end={
            <Button size={36} type="submit" disabled={isBusy}>
              {t('find')}
            </Button>
          }
        />
      </form>
      {found && (
        <div className="tr-who">
          <i aria-hidden="true">{found.name[0]}</i>
          <span>
            <b>{found.name}</b>
            <small>
              {found.username} · {t(found.isVerified ? 'verified' : 'unverified')} ·{' '}
              {t('since', { month: new Date(found.since).toISOString().slice(0, 7) })}
            </small>
          </span>
          {confirmed && <Badge tone="ok">{t('found')}</Badge>}
        </div>
      )}
      {found && !confirmed && (
        <div className="tr-ask">
          <b>{t('isHim')}</b>
          <p>{t('isHimHint')}</p>
          <div>
            <Button onClick={() => change('')}>{t('no')}</Button>
            <Button onClick={() => onConfirm(found)}>{t('yes')}</Button>
          </div>
        </div>
      )}
    </section>
  )
}
