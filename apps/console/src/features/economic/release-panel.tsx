import { call } from '@maru/client/api/client'
import type { EconomicEvent } from '@maru/contract'
import { Button, formatDateTime, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { t } from './texts.ts'

interface Props {
  row: EconomicEvent
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

const figures = ['previous', 'forecast', 'actual'] as const
type Figures = Record<(typeof figures)[number], string>

/** One release: its figures, and the ways to correct or delete it. */
export function ReleasePanel({ row, place, onClose, onChanged }: Props) {
  const [doing, setDoing] = useState<'correct' | 'remove' | null>(null)
  return (
    <SidePanel
      title={row.name}
      place={place}
      onClose={onClose}
      footer={
        <For permission="content" what={t('correct')}>
          <Button onClick={() => setDoing('remove')}>{t('remove')}</Button>
          <Button tone="primary" onClick={() => setDoing('correct')}>
            {t('correct')}
          </Button>
        </For>
      }
    >
      <dl className="kv">
        <dt>{t('at')}</dt>
        <dd>{formatDateTime(row.at)}</dd>
        <dt>{t('country')}</dt>
        <dd>{row.country}</dd>
        <dt>{t('importance')}</dt>
        <dd>{row.importance}</dd>
        {figures.map((name) => [
          <dt key={`${name}-k`}>{t(name)}</dt>,
          <dd key={name} className="num">
            {row[name] ?? '–'}
          </dd>,
        ])}
        <dt>{t('source')}</dt>
        <dd>{row.source}</dd>
      </dl>
      {doing === 'correct' && <CorrectDialog row={row} onDone={onChanged} onClose={() => setDoing(null)} />}
      {doing === 'remove' && (
        <ActionDialog
          title={t('removeTitle')}
          confirm={t('remove')}
          done={t('removed')}
          changes={[{ name: row.name, before: t('shown'), after: t('gone') }]}
          run={({ reason, key }) =>
            call('POST /api/console/economic/:id/delete', { params: { id: String(row.id) }, body: { reason }, key })
          }
          onDone={onChanged}
          onClose={() => setDoing(null)}
        />
      )}
    </SidePanel>
  )
}

function CorrectDialog({ row, onDone, onClose }: Pick<Props, 'row' | 'onClose'> & { onDone: () => void }) {
  const [form, setForm] = useState<Figures>({
    previous: row.previous ?? '',
    forecast: row.forecast ?? '',
    actual: row.actual ?? '',
  })
  const changes = figures
    .filter((name) => form[name].trim() !== (row[name] ?? ''))
    .map((name) => ({ name: t(name), before: row[name] ?? '–', after: form[name].trim() || '–' }))
  return (
    <ActionDialog
      title={t('correct')}
      confirm={t('correct')}
      done={t('corrected')}
      changes={changes}
      canned={[t('whyReleased')]}
      missing={changes.length === 0 ? t('sameFigures') : null}
      run={({ reason, key }) =>
        call('POST /api/console/economic/:id', { params: { id: String(row.id) }, body: { reason, ...form }, key })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        {figures.map((name) => (
          <TextField
            key={name}
            label={t(name)}
            maxLength={40}
            value={form[name]}
            onValue={(value) => setForm((now) => ({ ...now, [name]: value }))}
          />
        ))}
      </div>
    </ActionDialog>
  )
}
