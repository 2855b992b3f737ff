import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ordersQuery, overseaOptionsQuery, positionsQuery } from '../../books/oversea/queries.ts'
import { Loaded, RowSkeletons } from '../../lists/index.ts'
import { DemoBadge } from '../../shell/demo-badge.tsx'
import { OpenedLater } from '../../shell/opened-later.tsx'
import { CardSkeleton } from '../../trading/card-skeleton.tsx'
import { InstrumentRow } from './lists/instrument-row.tsx'
import { ListActions } from './lists/list-actions.tsx'
import { OpenOrders } from './lists/open-orders.tsx'
import { useContracts } from './lists/use-contracts.ts'
import { MarginAccountStrip } from './margin-account-strip.tsx'
import { searchTexts } from './search-texts.ts'
import '../../trading/positions.css'
import './oversea.css'
import './search-page.css'

const loadQuickOrder = async () => ({ default: (await import('./quick-order-sheet.tsx')).QuickOrderSheet })
const QuickOrderSheet = lazyPart(loadQuickOrder)
const OverseaHistory = lazyPart(async () => ({ default: (await import('./lists/oversea-history.tsx')).OverseaHistory }))
const DailyProfits = lazyPart(async () => ({ default: (await import('./lists/daily-profits.tsx')).DailyProfits }))

const tabs = ['stocks', 'orders', 'history', 'daily'] as const
type Tab = (typeof tabs)[number]
const none: never[] = []

/** /search/oversea: all contracts, each one touch from an order, and what became of all orders. */
export default function OverseaSearchPage() {
  const t = useTexts(searchTexts)
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'stocks'
  const orders = useQuery(ordersQuery(true))
  const options = useContracts(orders.data ?? none)
  return (
    <main className="search">
      <header className="search-h">
        <h1>{t('title')}</h1>
        <DemoBadge />
      </header>
      <MarginAccountStrip />
      <section aria-label={t('looks')}>
        <Tabs<Tab>
          label={t('looks')}
          panelId="lookup"
          value={tab}
          onChange={(next) => setSearch(next === 'stocks' ? {} : { tab: next }, { replace: true })}
          choices={tabs.map((value) => ({
            value,
            label:
              value === 'orders' && orders.data?.length ? (
                <>
                  {t(value)} <span className="n">{orders.data.length}</span>
                </>
              ) : (
                t(value)
              ),
          }))}
        />
        <div id="lookup" role="tabpanel" aria-labelledby={`lookup-${tab}`}>
          {tab === 'stocks' ? (
            <Stocks />
          ) : tab === 'orders' ? (
            <>
              <Head />
              <OpenOrders query={orders} shown={orders.data ?? none} options={options} />
            </>
          ) : (
            <Suspense fallback={<CardSkeleton />}>{tab === 'history' ? <OverseaHistory /> : <DailyProfits />}</Suspense>
          )}
        </div>
      </section>
    </main>
  )
}

/** What is done to all positions and orders. */
function Head() {
  const t = useTexts(searchTexts)
  const positions = useQuery(positionsQuery(true)).data ?? none
  const orders = useQuery(ordersQuery(true)).data ?? none
  const options = useContracts([...positions, ...orders])
  return (
    <div className="lst">
      <span className="search-n">{t('lookHint')}</span>
      <ListActions positions={positions} orders={orders} options={options} />
    </div>
  )
}

function Stocks() {
  const t = useTexts(searchTexts)
  const options = useQuery(overseaOptionsQuery)
  const positions = useQuery(positionsQuery(true)).data ?? none
  const contracts = useContracts(positions)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = contracts.find(({ id }) => id === openId)
  return (
    <>
      <Head />
      <Loaded
        query={options}
        isEmpty={contracts.length === 0}
        empty={[t('noStocks'), t('noStocksHint')]}
        skeleton={<RowSkeletons />}
      >
        <ul className="qo-l">
          {contracts.map((option) => (
            <li key={option.id}>
              <InstrumentRow
                option={option}
                position={positions.find(({ overseaOptionId }) => overseaOptionId === option.id)}
                onOpen={setOpenId}
              />
            </li>
          ))}
        </ul>
      </Loaded>
      <OpenedLater open={open !== undefined} load={loadQuickOrder}>
        {open && <QuickOrderSheet key={open.id} option={open} onClose={() => setOpenId(null)} />}
      </OpenedLater>
    </>
  )
}
