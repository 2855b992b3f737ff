import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { Check } from '@maru/ui'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ordersQuery, positionsQuery } from '../../../books/oversea/queries.ts'
import { GuestHint, Loaded, StaleOf } from '../../../lists/index.ts'
import { BookLists } from '../../../trading/book-lists.tsx'
import { CardSkeleton } from '../../../trading/card-skeleton.tsx'
import { changeOverseaSettings, useOverseaSettings } from '../settings.ts'
import { ListActions } from './list-actions.tsx'
import { OpenOrders } from './open-orders.tsx'
import { PositionCard } from './position-card.tsx'
import { overseaListTexts } from './texts.ts'
import { useContracts } from './use-contracts.ts'
import '../../../trading/positions.css'

type Later = 'history' | 'daily'
type Tab = 'positions' | 'orders' | Later

/** What is over is looked at less often than the page is opened. */
const OverseaHistory = lazyPart(async () => ({ default: (await import('./oversea-history.tsx')).OverseaHistory }))
const DailyProfits = lazyPart(async () => ({ default: (await import('./daily-profits.tsx')).DailyProfits }))

/** 포지션 · 미체결 · 체결 내역 · 당일손익 */
export function OverseaLists({ option, signedIn }: { option: OverseaOption; signedIn: boolean }) {
  const t = useTexts(overseaListTexts)
  const [tab, setTab] = useState<Tab>('positions')
  const positions = useQuery(positionsQuery(signedIn))
  const orders = useQuery(ordersQuery(signedIn))
  return (
    <BookLists<Later>
      id="oversea-lists"
      tab={tab}
      onTab={setTab}
      positions={positions.data}
      orders={orders.data}
      warned={t('warned')}
      more={[
        { value: 'history', label: t('history') },
        { value: 'daily', label: t('daily') },
      ]}
    >
      {signedIn ? (
        <Panel tab={tab} option={option} positions={positions} orders={orders} />
      ) : (
        <GuestHint title={t('guestLists')} />
      )}
    </BookLists>
  )
}

interface PanelProps {
  tab: Tab
  option: OverseaOption
  positions: UseQueryResult<OverseaPosition[]>
  orders: UseQueryResult<OverseaOrder[]>
}

function Panel({ tab, option, positions, orders }: PanelProps) {
  const t = useTexts(overseaListTexts)
  const onlyThis = useOverseaSettings(({ onlyThis }) => onlyThis)
  const options = useContracts([...(positions.data ?? []), ...(orders.data ?? [])])
  const narrowed = onlyThis ? option.id : undefined
  const isShown = ({ overseaOptionId }: { overseaOptionId: number }) =>
    narrowed === undefined || overseaOptionId === narrowed
  // What is near the loss cut stands first, then what the page is about.
  const rank = (one: OverseaPosition) => Number(one.overseaOptionId === option.id) + 2 * Number(one.isWarned)
  const held = (positions.data ?? []).filter(isShown).toSorted((a, b) => rank(b) - rank(a))
  const waiting = (orders.data ?? []).filter(isShown)
  const actions = <ListActions positions={held} orders={waiting} options={options} optionId={narrowed} />
  if (tab === 'positions')
    return (
      <>
        <ListHead>{actions}</ListHead>
        <StaleOf query={positions} />
        <Loaded
          query={positions}
          isEmpty={held.length === 0}
          empty={[t('noPositions'), t('noPositionsHint')]}
          skeleton={<CardSkeleton />}
        >
          {held.map((position) => {
            const of = options.find(({ id }) => id === position.overseaOptionId)
            return of && <PositionCard key={position.id} position={position} option={of} />
          })}
        </Loaded>
      </>
    )
  if (tab === 'orders')
    return (
      <>
        <ListHead>{actions}</ListHead>
        <OpenOrders query={orders} shown={waiting} options={options} />
      </>
    )
  return (
    <>
      <ListHead />
      <Suspense fallback={<CardSkeleton />}>
        {tab === 'history' ? <OverseaHistory optionId={narrowed} /> : <DailyProfits optionId={narrowed} />}
      </Suspense>
    </>
  )
}

/** What the list is narrowed to, and what is done to all of it. */
function ListHead({ children }: { children?: React.ReactNode }) {
  const t = useTexts(overseaListTexts)
  const onlyThis = useOverseaSettings(({ onlyThis }) => onlyThis)
  return (
    <div className="lst">
      <Check checked={!onlyThis} onChange={(on) => changeOverseaSettings({ onlyThis: !on })}>
        {t('allStocks')}
      </Check>
      {children}
    </div>
  )
}
