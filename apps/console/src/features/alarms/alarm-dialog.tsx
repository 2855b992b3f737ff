import { call } from '@maru/client/api/client'
import type { AlarmChannel, AlarmKind, StaffRole } from '@maru/contract'
import { alarmPermissions } from '@maru/contract/alarm-kinds'
import { mayRead } from '@maru/contract/permissions'
import { Button, Check, Dialog, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { alarmWords } from '../../parts/alarm-words.ts'
import { Copied } from '../../parts/copied.tsx'
import { roleWords } from '../../parts/table-words.ts'
import { t } from './texts.ts'
import { channelWords } from './words.ts'

interface Props {
  /** With what signs its messages; null: a mail. */
  onAdded: (secret: string | null) => void
  onClose: () => void
}

const roles = (Object.keys(roleWords) as StaffRole[]).map((value) => ({ value, label: roleWords[value] }))
const channels = (Object.keys(channelWords) as AlarmChannel[]).map((value) => ({ value, label: channelWords[value] }))
const allKinds = Object.keys(alarmWords) as AlarmKind[]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A new address of alarms: whose, where, of what, when. */
export function AlarmDialog({ onAdded, onClose }: Props) {
  const [form, setForm] = useState({ role: 'FINANCE' as StaffRole, channel: 'WEBHOOK' as AlarmChannel, to: '' })
  const [chosen, setChosen] = useState<readonly AlarmKind[]>(['DEPOSIT', 'WITHDRAWAL'])
  const [[fromHour, toHour], setHours] = useState<readonly [number, number]>([0, 0])
  const offered = allKinds.filter((kind) => mayRead(form.role, alarmPermissions[kind]))
  const kinds = offered.filter((kind) => chosen.includes(kind))
  return (
    <ActionDialog
      title={t('add')}
      confirm={t('add')}
      done={t('added')}
      canned={[t('whyNight'), t('whyChanged')]}
      missing={form.to.trim() === '' ? t('needTo') : kinds.length === 0 ? t('needKinds') : null}
      run={({ reason, key }) =>
        call('POST /api/console/alarm_address', {
          params: {},
          body: { ...form, to: form.to.trim(), kinds, fromHour: String(fromHour), toHour: String(toHour), reason },
          key,
        })
      }
      onDone={({ secret }) => onAdded(secret)}
      onClose={onClose}
    >
      <div className="alarm-form">
        <TextField
          label={form.channel === 'MAIL' ? t('toMail') : t('toUrl')}
          maxLength={500}
          value={form.to}
          onValue={(to) => setForm({ ...form, to })}
        />
        <Segmented
          label={t('channel')}
          choices={channels}
          value={form.channel}
          onChange={(channel) => setForm({ ...form, channel })}
        />
        <Segmented
          label={t('role')}
          choices={roles}
          value={form.role}
          onChange={(role) => setForm({ ...form, role })}
        />
        <fieldset className="checks">
          <legend>{t('kinds')}</legend>
          {offered.map((kind) => (
            <Check
              key={kind}
              checked={kinds.includes(kind)}
              onChange={(isOn) => setChosen(isOn ? [...chosen, kind] : chosen.filter((one) => one !== kind))}
            >
              {alarmWords[kind]}
            </Check>
          ))}
        </fieldset>
        <div className="alarm-hours">
          <HourField label={t('from')} value={fromHour} onValue={(hour) => setHours([hour, toHour])} />
          <HourField label={t('to')} value={toHour} onValue={(hour) => setHours([fromHour, hour])} />
        </div>
        <p className="said">{t('hoursHint')}</p>
      </div>
    </ActionDialog>
  )
}

function HourField({ label, value, onValue }: { label: string; value: number; onValue: (hour: number) => void }) {
  return (
    <label className="pick">
      <span>{label}</span>
      <select value={value} onChange={(event) => onValue(Number(event.currentTarget.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {t('hourOf', { hour })}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What signs the messages of a new address: shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open title={t('secretTitle')} onClose={onClose} className="dlg">
      <p>{t('secretOnce')}</p>
      <p>
        <Copied label={t('secretTitle')} text={secret} />
      </p>
      <div className="acts">
        <Button tone="primary" onClick={onClose}>
          {t('secretDone')}
        </Button>
      </div>
    </Dialog>
  )
}
