import { useTexts } from '@maru/client/i18n/texts'
import type { AlertSetting } from '@maru/contract'
import { Button, FormError, Sheet, SwitchRow, toast } from '@maru/ui'
import { type FormEvent, useId, useState } from 'react'
import { useSaveSetting } from './queries.ts'
import { alertTexts } from './texts.ts'

interface Props {
  open: boolean
  setting: AlertSetting
  onClose: () => void
}

const night = { from: '23:00', to: '07:00' }

/** The hours in which devices and mailboxes stay silent. */
export function QuietSheet({ open, setting, onClose }: Props) {
  const t = useTexts(alertTexts)
  return (
    <Sheet open={open} onClose={onClose} title={t('quietTitle')}>
      {open && <Form setting={setting} onClose={onClose} />}
    </Sheet>
  )
}

function Form({ setting, onClose }: Omit<Props, 'open'>) {
  const t = useTexts(alertTexts)
  const save = useSaveSetting()
  const [isOn, setOn] = useState(setting.quiet !== null)
  const [hours, setHours] = useState(setting.quiet ?? night)
  const [isSame, setSame] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSame(isOn && hours.from === hours.to)
    if (isOn && hours.from === hours.to) return
    if (!(await save((now) => ({ ...now, quiet: isOn ? hours : null })))) return
    toast({ title: t('saved') })
    onClose()
  }
  return (
    <form className="sheet-f al-f" onSubmit={(event) => void submit(event)} noValidate>
      <p className="al-note">{t('quietText')}</p>
      <SwitchRow checked={isOn} onChange={setOn} label={t('quietOn')} />
      {isOn && (
        <div className="al-t">
          <Time label={t('from')} value={hours.from} onValue={(from) => setHours({ ...hours, from })} />
          <Time label={t('to')} value={hours.to} onValue={(to) => setHours({ ...hours, to })} />
        </div>
      )}
      {isSame && <FormError>{t('quietSame')}</FormError>}
      <div className="sheet-a">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" tone="primary">
          {t('done')}
        </Button>
      </div>
    </form>
  )
}

function Time({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  const id = useId()
  return (
    <div className="al-time">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        required
        value={value}
        onChange={(event) => event.currentTarget.value && onValue(event.currentTarget.value)}
      />
    </div>
  )
}
