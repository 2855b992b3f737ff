import './money.css'
import './lookup.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow, DnwSummary } from '@maru/contract'
import { Empty, formatCount, Icon, TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import {
  allRows,
  Loaded,
  type Period,
  PeriodChips,
  periodOf,
  periods,
  RowSkeletons,
  SaveCsv,
  tableOf,
  VirtualList,
} from '../../lists/index.ts'
import { clock } from '../../live/index.ts'
import { DemoBadge } from '../../shell/demo-badge.tsx'
import { requestColumns } from './columns.ts'
import { isFound } from './lookup.ts'
import { lookupTexts } from './lookup-texts.ts'
import { type RequestFilter, readRequests, requestsKey } from './queries.ts'
import { RequestRow } from './request-row.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { moneyTexts } from './texts.ts'
import { useRequestNews } from './use-request-news.ts'

const pageSize = 100

/** /search/dnw: finds what came and went, by amount, number, account or wallet. */
export default function MoneyLookupPage() {
  const t = useTexts(lookupTexts)
  const tMoney = useTexts(moneyTexts)
  const [period, setPeriod] = useState<Period>('days30')
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<DnwRow | null>(null)
  useRequestNews(useCallback((row: DnwRow) => setShown((before) => (before?.id === row.id ? row : before)), []))
  const days = periodOf(periods[period], clock.now())
  const all = useQuery({
    queryKey: [...requestsKey, 'list', 'all', days],
    queryFn: () => allRows((page) => readRequests(days, page, pageSize)),
  })
  const wordsOf = ({ type, walletType, status }: DnwRow) => [
    tMoney(`type${type}`),
    tMoney(`wallet${walletType}`),
    tMoney(`status${status}`),
  ]
  const found = all.data?.filter((row) => isFound(row, wordsOf(row), query)) ?? []
  return (
    <main id="main" className="search">
      <header className="fd-h">
        <h1>{t('title')}</h1>
        <DemoBadge />
      </header>
      <div className="fd-f">
        <TextField
          label={t('query')}
          value={query}
          onValue={setQuery}
          maxLength={40}
          enterKeyHint="search"
          end={
            query === '' ? null : (
              <button type="button" className="ib" aria-label={t('clear')} onClick={() => setQuery('')}>
                <Icon name="close" />
              </button>
            )
          }
        />
      </div>
      <PeriodChips value={period} onChange={setPeriod}>
        <SaveCsv
          list={tMoney('csvList')}
          name="maru-dnw"
          read={() => Promise.resolve(tableOf(requestColumns, found, tMoney))}
        />
      </PeriodChips>
      <Net days={days} />
      <section aria-label={t('title')}>
        <Loaded query={all} isEmpty={false} empty={['', '']} skeleton={<RowSkeletons />}>
          <h2 className="fd-s num">
            <span role="status">{t('results', { count: formatCount(found.length) })}</span>
          </h2>
          {found.length === 0 && <Empty title={t('nothing')}>{t('nothingHint')}</Empty>}
          <VirtualList<DnwRow>
            rows={found}
            keyOf={({ id }) => id}
            height={() => 63}
            render={(row) => <RequestRow row={row} isDated onOpen={() => setShown(row)} />}
          />
        </Loaded>
      </section>
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </main>
  )
}

/** What came in and went out of KRW wallets in a period, and the difference. */
function Net({ days }: { days: RequestFilter }) {
  const t = useTexts(lookupTexts)
  const { data } = useQuery({
    queryKey: [...requestsKey, 'list', 'net', days],
    queryFn: async () => (await call('GET /api/dnw/list', { query: { ...days, resultType: 'Summary' } })) as DnwSummary,
  })
  const won = data?.sums.find(({ currency }) => currency === 'KRW')
  if (!won) return null
  return (
    <dl className="fd-n num">
      <div>
        <dt>{t('into')}</dt>
        <dd>{formatCount(won.in)}</dd>
      </div>
      <div>
        <dt>{t('out')}</dt>
        <dd>{formatCount(won.out)}</dd>
      </div>
      <div>
        <dt>{t('net')}</dt>
        <dd>{formatCount(BigInt(won.in) - BigInt(won.out))}</dd>
      </div>
    </dl>
  )
}
