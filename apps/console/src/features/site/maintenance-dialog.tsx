import { call } from '@maru/client/api/client'
import { type MaintainedSite, mostMaintenanceMs } from '@maru/contract'
import { Check, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  site: MaintainedSite
  sites: readonly MaintainedSite[]
  onDone: () => void
  onClose: () => void
}

const kstMs = 9 * 3_600_000
const fieldOf = (at: number): string => new Date(at + kstMs).toISOString().slice(0, 16)
/** What a field of date and time holds, as Korea reads it. */
const timeOf = (text: string): number | undefined => {
  const at = Date.parse(`${text}:00+09:00`)
  return Number.isNaN(at) ? undefined : at
}
const textOf = (from: string, until: string, note: string): string =>
  `${from === '' ? t('onApproval') : from.replace('T', ' ')} ~ ${until.replace('T', ' ')} · ${note}`
const standing = ({ maintenance }: MaintainedSite): string =>
  maintenance === null ? t('none') : textOf(fieldOf(maintenance.from), fieldOf(maintenance.until), maintenance.note)

/** Closes the site, or all of them: until when, and what members read. */
export function MaintenanceDialog({ site, sites, onDone, onClose }: Props) {
  const [form, setForm] = useState(() => ({ from: '', until: fieldOf(Date.now() + 3_600_000), note: '' }))
  const [isEverySite, setEverySite] = useState(false)
  const set = (fields: Partial<typeof form>) => setForm((now) => ({ ...now, ...fields }))
  const [from, until] = [timeOf(form.from), timeOf(form.until)]
  const begins = Math.max(from ?? 0, Date.now())
  const missing =
    until === undefined || until <= begins
      ? t('endAfterStart')
      : until - begins > mostMaintenanceMs
        ? t('maxHours')
        : form.note.trim().length < 2
          ? t('needNote')
          : null
  return (
    <ActionDialog
      title={t('maintenanceStart')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={(isEverySite ? sites : [site]).map((one) => ({
        name: one.name,
        before: standing(one),
        after: textOf(form.from, form.until, form.note.trim()),
      }))}
      run={({ reason, key }) =>
        call('POST /api/console/maintenance', {
          params: {},
          body: {
            isEverySite,
            ...(from === undefined ? {} : { from }),
            until: until ?? 0,
            note: form.note.trim(),
            reason,
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <div className="fields">
          <TextField
            label={t('startField')}
            type="datetime-local"
            value={form.from}
            onValue={(value) => set({ from: value })}
          />
          <TextField
            label={t('endField')}
            type="datetime-local"
            value={form.until}
            onValue={(value) => set({ until: value })}
          />
          <TextField label={t('noteField')} maxLength={200} value={form.note} onValue={(note) => set({ note })} />
        </div>
        <Check checked={isEverySite} onChange={setEverySite}>
          {t('allOwnSites', { length: sites.length })}
        </Check>
      </div>
    </ActionDialog>
  )
}

/** Opens the site again, or all of them, before the announced end. */
export function LiftDialog({ site, sites, onDone, onClose }: Props) {
  const closed = sites.filter(({ maintenance }) => maintenance !== null)
  const [isEverySite, setEverySite] = useState(site.maintenance === null)
  return (
    <ActionDialog
      title={t('maintenanceEnd')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={isEverySite || site.maintenance !== null ? null : t('noMaintenanceHere')}
      changes={(isEverySite ? closed : [site]).map((one) => ({
        name: one.name,
        before: standing(one),
        after: t('none'),
      }))}
      run={({ reason, key }) =>
        call('POST /api/console/maintenance/lift', { params: {}, body: { isEverySite, reason }, key })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Check checked={isEverySite} onChange={setEverySite}>
        {t('allInMaintenance', { length: closed.length })}
      </Check>
    </ActionDialog>
  )
}
