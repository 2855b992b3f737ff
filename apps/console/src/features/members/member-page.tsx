import { call } from '@maru/client/api/client'
import type { LedgerEntry } from '@maru/contract'
import { Button, Empty, Skeleton, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useKeys } from '../../parts/keys.ts'
import { LedgerTable } from '../../parts/ledger-table.tsx'
import { useMayRead } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { TxnPanel } from '../../parts/txn-panel.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { Linked } from './linked.tsx'
import { MemberFacts } from './member-facts.tsx'
import { MemberHead } from './member-head.tsx'
import { MessageTable } from './message-table.tsx'
import { Notes } from './notes.tsx'
import { RecordTable } from './record-table.tsx'
import { bets, fills, orders, positions, requests } from './records.ts'
import { SignInTable } from './sign-in-table.tsx'
import { t } from './texts.ts'

const allTabs = [
  { value: 'ledger', label: t('ledger') },
  { value: 'dnw', label: t('moneyTab') },
  { value: 'bet', label: t('rounds') },
  { value: 'order', label: t('orders') },
  { value: 'fill', label: t('fills') },
  { value: 'position', label: t('positions') },
  { value: 'sign-in', label: t('signIns') },
  { value: 'notes', label: t('memos') },
  { value: 'linked', label: t('linkedMembers') },
  { value: 'message', label: t('messages') },
] as const
type Tab = (typeof allTabs)[number]['value']

/** /members/{id}: what decides about a member at the left, his history at the right, what may be done above. */
export function MemberPage({ id }: { id: string }) {
  const siteId = useSiteId()
  const navigate = useNavigate()
  const mayReadLedger = useMayRead('results')
  const tabs = allTabs.filter(({ value }) => value !== 'ledger' || mayReadLedger)
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? (mayReadLedger ? 'ledger' : 'dnw')
  const [entry, setEntry] = useState<LedgerEntry | null>(null)
  const query = useQuery({
    queryKey: ['member', siteId, id],
    queryFn: () => call('GET /api/console/member/:id', { params: { id } }),
    retry: false,
  })
  useKeys([
    ...tabs.slice(0, 9).map(({ value, label }, at) => ({ key: String(at + 1), label, run: () => show(value) })),
    { key: 'Escape', label: t('list'), run: () => (entry === null ? void navigate('/members') : setEntry(null)) },
  ])
  const show = (next: Tab) => {
    setEntry(null)
    setSearch({ tab: next }, { replace: true })
  }
  const reload = () => void query.refetch()
  const profile = query.data
  if (query.isError)
    return (
      <Page title={t('members')}>
        <Empty title={t('memberFailed')}>{errorText(query.error)}</Empty>
        <p className="mid-row">
          <Button onClick={() => void navigate('/members')}>{t('memberList')}</Button>
        </p>
      </Page>
    )
  return (
    <Page
      title={t('members')}
      sub={<span className="sub num">{id}</span>}
      side={entry && <TxnPanel key={entry.postingId} entry={entry} onClose={() => setEntry(null)} />}
    >
      {profile ? <MemberHead profile={profile} onChanged={reload} /> : <Skeleton width="100%" height={64} />}
      <div className={entry ? 'mb-cols mb-beside grow' : 'mb-cols grow'}>
        <section className="panel mb-facts" aria-label={t('memberState')} aria-busy={!profile}>
          {profile ? <MemberFacts profile={profile} onChanged={reload} /> : <Skeleton width="100%" height={320} />}
        </section>
        <section className="mb-work" id="member-work" role="tabpanel" aria-labelledby={`member-work-${tab}`}>
          <Tabs label={t('memberRecords')} choices={tabs} value={tab} onChange={show} panelId="member-work" />
          {tab === 'ledger' && <LedgerTable memberId={id} open={entry} onOpen={setEntry} />}
          {tab === 'dnw' && <RecordTable id={id} kind={requests} />}
          {tab === 'bet' && <RecordTable id={id} kind={bets} />}
          {tab === 'order' && <RecordTable id={id} kind={orders} />}
          {tab === 'fill' && <RecordTable id={id} kind={fills} />}
          {tab === 'position' && <RecordTable id={id} kind={positions} />}
          {tab === 'sign-in' && <SignInTable id={id} />}
          {tab === 'message' && <MessageTable id={id} />}
          {tab === 'notes' && profile && <Notes profile={profile} onChanged={reload} />}
          {tab === 'linked' && <Linked id={id} />}
        </section>
      </div>
    </Page>
  )
}
