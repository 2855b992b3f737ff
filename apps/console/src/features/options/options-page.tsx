import { Empty, Segmented } from '@maru/ui'
import { useState } from 'react'
import { Page, PageSkeleton } from '../../parts/page.tsx'
import { usePaged } from '../../parts/paged.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { ChangePanel } from './change-panel.tsx'
import { ChangeSet } from './change-set.tsx'
import { nameOfRow, pendingOf, useDraft } from './draft.ts'
import { changesOf } from './history.ts'
import { HistoryTab, readHistory } from './history-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { OptionsTab } from './options-tab.tsx'
import { useOptions } from './use-options.ts'
import './options.css'
import { deskPollMs } from '../../live/use-desk.ts'
import { t } from './texts.ts'

const tabs = [
  { value: 'options', label: t('instrument') },
  { value: 'limits', label: t('limitsFees') },
  { value: 'history', label: t('history') },
] as const

/** The numbers that a site trades by: what members can trade, limits and fees, and every change of them. */
export default function OptionsPage() {
  const siteId = useSiteId()
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('options')
  const [open, setOpen] = useState<string | null>(null)
  const draft = useDraft(siteId)
  const { data, error, refetch } = useOptions()
  const history = usePaged(['option-history'], readHistory, { everyMs: deskPollMs, cutBy: 'all' })
  if (!data)
    return error ? (
      <Page title={t('title')}>
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      </Page>
    ) : (
      <PageSkeleton />
    )
  const { rows, keys } = data
  const change = history.rows?.find(({ id }) => String(id) === open)
  const side =
    tab !== 'history' ? (
      <ChangeSet siteId={siteId} pending={pendingOf(rows, keys, draft)} keys={keys} />
    ) : (
      change && (
        <ChangePanel
          key={change.id}
          change={change}
          name={rows.find((row) => nameOfRow(row) === nameOfRow(change))?.name ?? change.scope}
          changes={changesOf(change, keys)}
          onClose={() => setOpen(null)}
          onChanged={history.reload}
        />
      )
    )
  return (
    <Page
      title={t('title')}
      tools={<Segmented label={t('settings')} choices={[...tabs]} value={tab} onChange={setTab} />}
      {...(side && { side })}
    >
      {tab === 'options' && (
        <OptionsTab siteId={siteId} rows={rows} keys={keys} draft={draft} reload={() => void refetch()} />
      )}
      {tab === 'limits' && <LimitsTab siteId={siteId} rows={rows} keys={keys} draft={draft} />}
      {tab === 'history' && <HistoryTab list={history} rows={rows} keys={keys} open={open} onOpen={setOpen} />}
    </Page>
  )
}
