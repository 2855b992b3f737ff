import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { futuresOptionsQuery, ordersQuery, positionsQuery } from '../../../books/futures/queries.ts'
import { GuestHint, Loaded } from '../../../lists/index.ts'
import { OpenedLater } from '../../../shell/opened-later.tsx'
import { BookLists } from '../../../trading/book-lists.tsx'
import { CardSkeleton } from '../../../trading/card-skeleton.tsx'
import { useLane } from '../commands.ts'
import { useFuturesSettings } from '../settings.ts'
import { futuresTexts } from '../texts.ts'
import { ListHead } from './list-head.tsx'
import { OrderRow } from './order-row.tsx'
import { PositionCard } from './position-card.tsx'
import '../../../trading/positions.css'

type Tab = 'positions' | 'orders' | 'history'

const loadSheets = () => import('../sheets/all-sheets.tsx')
const CancelAllSheet = lazyPart(async () => ({ default: (await loadSheets()).CancelAllSheet }))
const CloseAllSheet = lazyPart(async () => ({ default: (await loadSheets()).CloseAllSheet }))

/** What is over is looked at less often than the page is opened. */
const FuturesHistory = lazyPart(async () => ({ default: (await import('./futures-history.tsx')).FuturesHistory }))

/** 포지션 · 미체결 · 내역 */
export function FuturesLists({ option, signedIn }: { option: FuturesOption; signedIn: boolean }) {
  const t = useTexts(futuresTexts)
  const [tab, setTab] = useState<Tab>('positions')
  const positions = useQuery(positionsQuery(signedIn))
  const orders = useQuery(ordersQuery(signedIn))
  return (
    <BookLists<'history'>
      id="futures-lists"
      tab={tab}
      onTab={setTab}
      positions={positions.data}
      orders={orders.data}
      warned={t('warned')}
      more={[{ value: 'history', label: t('history') }]}
    >
      {!signedIn ? (
        <GuestHint title={t('guestLists')} />
      ) : tab === 'positions' ? (
        <Positions option={option} positions={positions} />
      ) : tab === 'orders' ? (
        <Orders option={option} orders={orders} />
      ) : (
        <History option={option} />
      )}
    </BookLists>
  )
}

function Positions({ option, positions }: { option: FuturesOption; positions: UseQueryResult<FuturesPosition[]> }) {
  const t = useTexts(futuresTexts)
  const onlyThis = useFuturesSettings(({ onlyThis }) => onlyThis)
  const options = useQuery(futuresOptionsQuery).data ?? []
  // What is near liquidation stands first, then what the page is about.
  const rank = (one: FuturesPosition) => Number(one.futuresOptionId === option.id) + 2 * Number(one.isWarned)
  const shown = (positions.data ?? [])
    .filter(({ futuresOptionId }) => !onlyThis || futuresOptionId === option.id)
    .toSorted((a, b) => rank(b) - rank(a))
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListHead action={t('closeAll')} disabled={shown.length === 0} onAction={() => setAsking(true)} />
      <OpenedLater open={asking} load={loadSheets}>
        <CloseAllSheet open={asking} onClose={() => setAsking(false)} positions={shown} options={options} />
      </OpenedLater>
      <Loaded
        query={positions}
        isEmpty={shown.length === 0}
        empty={[t('noPositions'), t('noPositionsHint')]}
        skeleton={<CardSkeleton />}
      >
        {shown.map((position) => {
          const of = options.find(({ id }) => id === position.futuresOptionId)
          return of && <PositionCard key={position.id} position={position} option={of} />
        })}
      </Loaded>
    </>
  )
}

function Orders({
  option,
  orders,
}: {
  option: FuturesOption
  orders: UseQueryResult<Parameters<typeof OrderRow>[0]['order'][]>
}) {
  const t = useTexts(futuresTexts)
  const onlyThis = useFuturesSettings(({ onlyThis }) => onlyThis)
  const options = useQuery(futuresOptionsQuery).data ?? []
  const lane = useLane('all')
  const shown = (orders.data ?? []).filter(({ futuresOptionId }) => !onlyThis || futuresOptionId === option.id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListHead
        action={t('cancelAll')}
        disabled={shown.length === 0 || lane !== null}
        onAction={() => setAsking(true)}
      />
      <OpenedLater open={asking} load={loadSheets}>
        <CancelAllSheet
          open={asking}
          onClose={() => setAsking(false)}
          orders={shown}
          optionId={onlyThis ? option.id : undefined}
        />
      </OpenedLater>
      <Loaded
        query={orders}
        isEmpty={shown.length === 0}
        empty={[t('noOrders'), t('noOrdersHint')]}
        skeleton={<CardSkeleton />}
      >
        {shown.map((order) => {
          const of = options.find(({ id }) => id === order.futuresOptionId)
          return of && <OrderRow key={order.id} order={order} option={of} />
        })}
      </Loaded>
    </>
  )
}

function History({ option }: { option: FuturesOption }) {
  const onlyThis = useFuturesSettings(({ onlyThis }) => onlyThis)
  return (
    <>
      <ListHead />
      <Suspense fallback={<CardSkeleton />}>
        <FuturesHistory optionId={onlyThis ? option.id : undefined} />
      </Suspense>
    </>
  )
}
