import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Me } from '@maru/contract'
import { Button, Sheet, TextField, toast } from '@maru/ui'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { updateMe } from '../../session/store.ts'
import { appTexts } from '../../shell/texts.ts'
import { moreTexts } from './texts.ts'

type Props = { open: boolean; onClose: () => void; me: Me }

export function NickSheet({ open, onClose, me }: Props) {
  const t = useTexts(moreTexts)
  return (
    <Sheet open={open} onClose={onClose} title={t('nickTitle')}>
      <NickForm onClose={onClose} me={me} />
    </Sheet>
  )
}

function NickForm({ onClose, me }: Omit<Props, 'open'>) {
  const t = useTexts(moreTexts)
  const tApp = useTexts(appTexts)
  const [nick, setNick] = useState(me.nick)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = nickError(nick, me)
    setError(wrong && t(wrong))
    if (wrong || busy) return
    setBusy(true)
    try {
      await call('POST /api/player/change_nick', { body: { nick } })
      updateMe({ nick })
      toast({ title: t('nickDone') })
      onClose()
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('nick')}
        value={nick}
        onValue={setNick}
        restriction={{ exclude: 'special' }}
        maxLength={12}
        hint={t('nickHint')}
        error={error}
        autoComplete="off"
      />
      <div className="sheet-a">
        <Button onClick={onClose}>{tApp('cancel')}</Button>
        <Button type="submit" tone="primary" aria-busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
  )
}

function nickError(nick: string, me: Me) {
  if (!/^[\p{L}\p{N}]{2,12}$/u.test(nick)) return 'nickBad'
  if (nick === me.username) return 'nickIsUsername'
  return nick === me.nick ? 'nickSame' : undefined
}
