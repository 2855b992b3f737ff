import { call } from '@maru/client/api/client'
import { Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

const empty = { name: '', at: '', country: '', importance: '3', previous: '', forecast: '', actual: '', source: '' }
const importances = ['3', '2', '1'].map((value) => ({ value, label: value }))

/** One release, typed in: it goes the way of an import, which merges it with what is known. */
export function EntryDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [form, setForm] = useState(empty)
  const set = (name: keyof typeof empty) => (value: string) => setForm((now) => ({ ...now, [name]: value }))
  const field = (name: keyof typeof empty, maxLength: number) => (
    <TextField label={t(name)} maxLength={maxLength} value={form[name]} onValue={set(name)} />
  )
  const { source, at, importance, previous, forecast, actual, ...named } = form
  const isWhole = [form.name, at, form.country, source].every((text) => text.trim() !== '')
  const figures = Object.fromEntries(
    Object.entries({ previous, forecast, actual }).filter(([, figure]) => figure.trim() !== ''),
  )
  const content = JSON.stringify([{ ...named, at: `${at}:00+09:00`, importance: Number(importance), ...figures }])
  return (
    <ActionDialog
      title={t('typeIn')}
      confirm={t('save')}
      done={t('saved')}
      canned={[t('whyWeekly'), t('whyReleased')]}
      missing={isWhole ? null : t('needFields')}
      run={({ reason, key }) =>
        call('POST /api/console/economic/import', { params: {}, body: { reason, source, content }, key })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        {field('name', 100)}
        <TextField label={t('at')} type="datetime-local" value={at} onValue={set('at')} />
        {field('country', 3)}
        <Segmented label={t('importance')} choices={importances} value={importance} onChange={set('importance')} />
        {field('previous', 40)}
        {field('forecast', 40)}
        {field('actual', 40)}
        {field('source', 100)}
      </div>
    </ActionDialog>
  )
}
