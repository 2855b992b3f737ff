import type {
  OverseaCross,
  OverseaLiquidEvent,
  OverseaOrderEvent,
  OverseaPosition,
  OverseaWarnEvent,
} from '@maru/contract'
import { formatCount } from '@maru/ui'
import { useEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { textOf } from '../../i18n/texts.ts'
import { connection } from '../../live/index.ts'
import { announce } from '../../trading/announce.ts'
import { asPriced } from '../../trading/price-text.ts'
import { allowSound } from '../../trading/sounds.ts'
import {
  noteCross,
  noteFills,
  noteOrder,
  notePosition,
  noteSnapshot,
  type OverseaSnapshot,
  overseaKeys,
} from './queries.ts'
import { overseaTexts } from './texts.ts'
import { titleOf } from './title.ts'

/** Lists of what is over are asked for again this long after the last event: a fill brings several. */
const settleMs = 300
/** § So long stands what tells of a fill. */
const filledMs = 1_500
/** Cancelled because there was nothing left for them to do: that the position closed is said already. */
const quietReasons: ReadonlySet<string | null> = new Set(['OCO', 'POSITION_CLOSED'])

/** On every page: what became of the member's overseas orders and positions, in the lists, as notification and as sound. Renders nothing. */
export function OverseaNotices() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const historyChanged = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const queryKey of [overseaKeys.history, overseaKeys.nights])
          void queryClient.invalidateQueries({ queryKey })
      }, settleMs)
    }
    const undo = [
      connection.subscribe('/user/queue/oversea', {
        onMessage: ({ event, data }) => {
          if (event === 'SNAPSHOT') {
            if (data) noteSnapshot(data as OverseaSnapshot)
            return
          }
          if (event === 'OVERSEA_OPTION_CLOSE') {
            void queryClient.invalidateQueries({ queryKey: overseaKeys.options })
            return
          }
          if (event.startsWith('ORDER_')) tellOrder(event as OrderEvent, data as OverseaOrderEvent)
          else if (event.startsWith('POSITION_')) tellPosition(event, data as OverseaPosition)
          historyChanged()
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: overseaKeys.all }),
      }),
      connection.subscribe('/user/queue/oversea_cross', {
        onMessage: ({ data }) => {
          if (data) noteCross(data as OverseaCross)
        },
      }),
    ]
    addEventListener('pointerdown', allowSound, { passive: true })
    return () => {
      for (const end of undo) end()
      clearTimeout(timer)
      removeEventListener('pointerdown', allowSound)
    }
  }, [])
  return null
}

type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'

function tellOrder(event: OrderEvent, { fills, ...order }: OverseaOrderEvent) {
  noteOrder(order)
  noteFills(fills)
  if (event === 'ORDER_UPDATE' || (event === 'ORDER_CANCEL' && quietReasons.has(order.reason))) return
  const { tradeType: side, marketType, count, filledCount, avgPrice, price, triggerPrice } = order
  const contracts = event === 'ORDER_FILLED' ? filledCount : count
  const at = avgPrice ?? price ?? triggerPrice
  const figures = [
    contracts === null ? null : textOf(overseaTexts, 'contracts', { count: contracts }),
    at && asPriced(at),
  ]
  announce({
    event,
    side,
    marketType,
    text: [titleOf(order), ...figures.filter(Boolean)].join(' · '),
    ...(event === 'ORDER_FILLED' && { durationMs: filledMs }),
  })
}

function tellPosition(event: string, given: OverseaPosition | OverseaWarnEvent | OverseaLiquidEvent) {
  notePosition(positionOf(given))
  const name = titleOf(given)
  if (event === 'POSITION_WARN') {
    const { equity } = given as OverseaWarnEvent
    announce({
      event,
      side: given.tradeType,
      text: textOf(overseaTexts, 'equityLeft', { name, equity: formatCount(equity) }),
    })
  } else if (event === 'POSITION_LIQUID') {
    const { count, loss } = (given as OverseaLiquidEvent).liquidation
    announce({
      event,
      side: given.tradeType,
      text: textOf(overseaTexts, 'liquidated', { name, count, loss: formatCount(loss) }),
    })
  }
}

/** The position of an event that says more than it. */
function positionOf(given: OverseaPosition & { [more: string]: unknown }): OverseaPosition {
  const { equity: _, warnAt: __, losscut: ___, liquidation: ____, ...position } = given
  return position
}
