import type { LedgerEntry } from '@maru/contract'
import { formatDay, Segmented } from '@maru/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { clock } from '../../live/live.ts'
import { LedgerTable } from '../../parts/ledger-table.tsx'
import { Page } from '../../parts/page.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { TxnPanel } from '../../parts/txn-panel.tsx'
import { HouseResults } from './house-results.tsx'
import { Kpi } from './kpi.tsx'
import { t } from './texts.ts'

const views = [
  { value: 'members', label: t('membersView') },
  { value: 'house', label: t('houseResult') },
  { value: 'kpi', label: t('kpi') },
] as const
type View = (typeof views)[number]['value']

/** /ledger: what was posted to all members of the site on a day, today first; each transaction with what caused it. */
export default function LedgerPage() {
  const [search, setSearch] = useSearchParams()
  const [entry, setEntry] = useState<LedgerEntry | null>(null)
  const member = /^[1-9]\d{0,14}$/.exec(search.get('member') ?? '')?.[0]
  const view: View = views.find(({ value }) => value === search.get('view'))?.value ?? 'members'
  const today = formatDay(clock.now())
  return (
    <Page
      title={t('title')}
      sub={
        <span className="sub">
          {view === 'kpi' ? t('kpiHint') : member === undefined ? t('allMembers') : t('memberOf', { member })}
        </span>
      }
      tools={
        <>
          <Segmented
            label={t('show')}
            choices={views}
            value={view}
            onChange={(next: View) => setSearch(next === 'members' ? {} : { view: next }, { replace: true })}
          />
          {view === 'members' && (
            <SearchField
              label={t('findByNumber')}
              placeholder={t('memberNumber')}
              value={search.get('member') ?? ''}
              onSearch={(text) => {
                setEntry(null)
                setSearch(text === '' ? {} : { member: text }, { replace: true })
              }}
            />
          )}
        </>
      }
      side={entry && <TxnPanel key={entry.postingId} entry={entry} onClose={() => setEntry(null)} />}
    >
      {view === 'house' && <HouseResults />}
      {view === 'kpi' && <Kpi />}
      {view === 'members' && (
        <LedgerTable
          first={{ startDate: today, endDate: today }}
          {...(member !== undefined && { memberId: member })}
          open={entry}
          onOpen={setEntry}
        />
      )}
    </Page>
  )
}
