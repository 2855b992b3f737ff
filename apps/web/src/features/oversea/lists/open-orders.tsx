import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaOrder } from '@maru/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded, StaleOf } from '../../../lists/index.ts'
import { CardSkeleton } from '../../../trading/card-skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import { overseaListTexts } from './texts.ts'

/** Open orders: those of `shown`, of the answer that `query` stands for. */
export function OpenOrders({
  query,
  shown,
  options,
}: {
  query: UseQueryResult<OverseaOrder[]>
  shown: readonly OverseaOrder[]
  options: readonly OverseaOption[]
}) {
  const t = useTexts(overseaListTexts)
  return (
    <>
      <StaleOf query={query} />
      <Loaded
        query={query}
        isEmpty={shown.length === 0}
        empty={[t('noOrders'), t('noOrdersHint')]}
        skeleton={<CardSkeleton />}
      >
        {shown.map((order) => {
          const of = options.find(({ id }) => id === order.overseaOptionId)
          return of && <OrderRow key={order.id} order={order} option={of} />
        })}
      </Loaded>
    </>
  )
}
