import { newPart } from '../part.ts'
import type { State, Turn } from '../state.ts'
import { tradingOf } from './instruments.ts'
import type { Trader } from './state.ts'

/** So many accounts are guarded anew in one turn. */
const GUARDED_MAX = 50

/** Whose guards stand for thresholds that hold no more, the first at the end. */
const stale = newPart<{ traders: Trader[] }>(() => ({ traders: [] }))

/** After other thresholds of a site: its accounts with positions are guarded by them, in turns. A start guards all. */
export function guardAnew(state: State, siteId: number): void {
  const traders = [...tradingOf(state).books.values()].flatMap((book) => [...book.traders.values()])
  state.parts.of(stale).traders = [
    ...new Set([
      ...state.parts.of(stale).traders,
      ...traders.filter(({ account, positions }) => account.row.siteId === siteId && positions.size > 0),
    ]),
  ]
}

export const hasStaleGuards = (state: State): boolean => state.parts.of(stale).traders.length > 0

/** Guards the next of them. */
export function guardSome(state: State, maxRows: number, turn: Turn): void {
  const { traders } = state.parts.of(stale)
  for (let left = GUARDED_MAX; left > 0 && turn.effects.count < maxRows; left--) {
    const trader = traders.pop()
    if (!trader) return
    for (const position of trader.positions.values()) position.guarded = null
    const [position] = trader.positions.values()
    position?.market.policy.revalue(state, trader, turn)
  }
}
