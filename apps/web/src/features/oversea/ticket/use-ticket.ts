import type { OverseaOption } from '@maru/contract'
import { flat } from '@maru/positions'
import { useQuery } from '@tanstack/react-query'
import { crossQuery, ordersQuery, positionsQuery } from '../../../books/oversea/queries.ts'
import { heldOf, type Terms, termsOf, wonOf } from '../../../books/oversea/terms.ts'
import type { TicketHolder, TicketStage } from './form.ts'

/** What the ticket has to know of the member; null until it came. Guests see a margin account without money. */
export function useTicketHolder(option: OverseaOption, signedIn: boolean): TicketHolder | null {
  const positions = useQuery(positionsQuery(signedIn)).data
  const orders = useQuery(ordersQuery(signedIn)).data
  const cross = useQuery(crossQuery(signedIn)).data
  const terms = termsOf(option)
  if (!signedIn) return guestHolder(terms)
  if (!positions || !orders || !cross) return null
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === option.id)
  const lastPnl = wonOf(cross.lastPnl)
  return {
    terms,
    // An open loss is taken off, an open profit pays for nothing.
    available: wonOf(cross.playerPoint) + (lastPnl < 0n ? lastPnl : 0n),
    position: position ? heldOf(position, terms) : flat,
    orders: orders.flatMap(({ overseaOptionId, tradeType, count, filledCount, isReduceOnly }) =>
      overseaOptionId === option.id && count !== null
        ? [{ side: tradeType, count: count - filledCount, isReduceOnly }]
        : [],
    ),
  }
}

const guestHolder = (terms: Terms): TicketHolder => ({ terms, available: 0n, position: flat, orders: [] })

/** Where the contract's session stands at `now`. */
export function stageOf(
  {
    isPlay,
    isStop,
    isRest,
    session,
    fxRate,
    koName,
    closeOnlyLeadMs,
  }: Pick<OverseaOption, 'isPlay' | 'isStop' | 'isRest' | 'session' | 'fxRate' | 'koName' | 'closeOnlyLeadMs'>,
  now: number,
): Omit<TicketStage, 'feed'> {
  return {
    isStopped: !isPlay || isStop,
    isOpen: !isRest && session !== null && fxRate !== null && now >= session.openAt && now < session.closeAt,
    isClosing: session !== null && now >= session.closeAt - closeOnlyLeadMs,
    name: koName,
  }
}

/** What the risk warning names. */
export const riskFigures = ({ losscutPct, closingLeadMs }: OverseaOption) => ({
  percent: losscutPct,
  minutes: minutesOf(closingLeadMs),
})

export const minutesOf = (ms: number): string => String(Math.ceil(ms / 60_000))

/** When the session opens, begins to take closes only, and ends. */
export function momentsOf({ session, closeOnlyLeadMs }: OverseaOption): number[] {
  return session ? [session.openAt, session.closeAt - closeOnlyLeadMs, session.closeAt] : []
}
