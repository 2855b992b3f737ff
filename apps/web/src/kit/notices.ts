import { textOf } from '@maru/client/i18n/texts'
import type { EventOf } from '@maru/contract/client'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { subscribe } from '../live/index.ts'
import { put } from '../trading/query-list.ts'
import { allowSound } from '../trading/sounds.ts'
import { tradingTexts } from '../trading/texts.ts'

/** Lists of what is over are asked for again this long after the last event: a fill brings several. */
const settleMs = 300
/** Cancelled because there was nothing left for them to do: that the position closed is said already. */
const quietReasons: ReadonlySet<string | null> = new Set(['OCO', 'POSITION_CLOSED'])

export type OrderEvent = 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE'
/** What a member is told of an order. */
export type OrderNews = Exclude<OrderEvent, 'ORDER_UPDATE'>

export const isNews = (event: OrderEvent, { reason }: { readonly reason: string | null }): event is OrderNews =>
  event !== 'ORDER_UPDATE' && !(event === 'ORDER_CANCEL' && quietReasons.has(reason))

/** Why an order was cancelled that its member did not cancel: only where the page does not show it otherwise. */
export const reasonOfCancel = (reason: string | null): string | null =>
  reason === 'POSITION_REDUCED' ? textOf(tradingTexts, 'positionReduced') : null

/** Quantities with their units of a cancelled order of which a part had filled: what filled, and that the remainder did not. */
export const partlyFilled = (filled: string, all: string): string =>
  textOf(tradingTexts, 'partlyFilled', { filled, all })

type Queue = '/user/queue/futures' | '/user/queue/oversea'
type CrossQueue = '/user/queue/cross' | '/user/queue/oversea_cross'

export interface Channel<Q extends Queue> {
  readonly queue: Q
  /** Whether lists of what is over may have changed. */
  readonly onMessage: (message: EventOf<Q>) => boolean
  /** Tells the margin account twice a second while something moves. */
  readonly cross: CrossQueue
  readonly keys: { readonly all: QueryKey; readonly cross: QueryKey }
  /** What changes with what is over. */
  readonly over: readonly QueryKey[]
}

/** Follows a book's channel on every page: its lists, notifications and sounds. `channel` stays the same object. */
export function useNotices<Q extends Queue>(channel: Channel<Q>) {
  useEffect(() => {
    const { queue, onMessage, cross, keys, over } = channel
    let timer: ReturnType<typeof setTimeout> | undefined
    const undo = [
      subscribe(queue, {
        onMessage: (message) => {
          if (!onMessage(message)) return
          clearTimeout(timer)
          timer = setTimeout(() => {
            for (const queryKey of over) void queryClient.invalidateQueries({ queryKey })
          }, settleMs)
        },
        onReload: () => void queryClient.invalidateQueries({ queryKey: keys.all }),
      }),
      subscribe(cross, {
        onMessage: ({ data }) => {
          if (data) put(keys.cross, data)
        },
      }),
    ]
    addEventListener('pointerdown', allowSound, { passive: true })
    return () => {
      for (const end of undo) end()
      clearTimeout(timer)
      removeEventListener('pointerdown', allowSound)
    }
  }, [channel])
}
