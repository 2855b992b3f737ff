import { textOf, useLanguage } from '@maru/client/i18n/texts'
import { loadPart } from '@maru/client/page/chunk-recovery'
import type { OverseaOption } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fillsQuery, ordersQuery, positionsQuery } from '../../books/oversea/queries.ts'
import { termsOf } from '../../books/oversea/terms.ts'
import { TradingChart } from '../../trading/index.ts'
import { linesOf, marksOf } from './chart-lines.ts'
import { overseaTexts } from './texts.ts'

const none: never[] = []

/** The chart with the member's lines: orders, TP and SL can be dragged, and the entry to a new TP or SL. */
export function OverseaChart({ option, signedIn }: { option: OverseaOption; signedIn: boolean }) {
  const language = useLanguage()
  const positions = useQuery(positionsQuery(signedIn)).data ?? none
  const orders = useQuery(ordersQuery(signedIn)).data ?? none
  const fills = useQuery(fillsQuery(option.id, signedIn)).data ?? none
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === option.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language.
  const lines = useMemo(
    () =>
      linesOf(
        position,
        orders.filter(({ overseaOptionId }) => overseaOptionId === option.id),
        termsOf(option),
        {
          position: (side, count) =>
            textOf(overseaTexts, 'linePosition', {
              side: textOf(overseaTexts, side === 'LONG' ? 'long' : 'short'),
              count,
            }),
          ticks: (ticks) => textOf(overseaTexts, 'ticks', { ticks }),
        },
      ),
    [position, orders, option, language],
  )
  const marks = useMemo(() => marksOf(fills), [fills])
  const drop = async (id: string, price: string) => {
    const { moveExit, moveOrder } = await loadPart(() => import('./move-lines.ts'))
    const order = orders.find((one) => `order-${one.id}` === id)
    if (order) await moveOrder(order, price, option)
    else if (position && !id.startsWith('order-')) await moveExit(id, position, price, option)
  }
  return (
    <TradingChart
      stock={option.stock}
      precision={option.precision}
      tick={option.tickSize}
      lines={lines}
      fills={marks}
      onDrop={drop}
    />
  )
}
