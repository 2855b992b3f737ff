import { unrealizedPnl } from '@maru/positions'
import type { Leg } from '../ledger.ts'
import { newPart } from '../part.ts'
import { groupOf } from '../risk-groups/state.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import type { EpochMs, FillRow, Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { futuresOf, type Holder, type Position } from './state.ts'

/** What a group won so shortly before a deficit was won in the same gap. */
const GAP_MS = 10_000

/** What a member paid of a gap in an instrument: no gain pays twice. */
interface Paid {
  readonly symbol: string
  readonly at: EpochMs
  readonly amount: Minor
}

/** A start within a gap forgets what was paid of it; the gains of the open positions are then asked for again. */
const part = newPart(() => new Map<number, Paid[]>())

/**
 * Sets the deficit of a liquidation against what other members of the risk group won on the other side of the instrument within the same
 * gap, in the order of their ids, as far as it is available to them: that lowers nobody below zero, and liquidates nobody. Returns what they paid.
 */
export function takeLinkedGains(state: State, position: Position, deficit: Minor, refId: number, turn: Turn): Minor {
  const { wallet } = position.holder
  const { siteId, memberId } = wallet.row
  const legs: Leg[] = []
  let taken = 0n
  for (const id of groupOf(state, memberId)) {
    const holder = futuresOf(state).holders.get(id)
    if (!holder || id === memberId || holder.member.row.siteId !== siteId) continue
    const amount = least(deficit - taken, unpaidGain(state, holder, position, turn), availableOf(holder.wallet))
    if (amount <= 0n) continue
    legs.push({ wallet: holder.wallet, amount: -amount })
    taken += amount
    notePaid(state, id, { symbol: position.market.instrument.symbol, at: turn.at, amount })
  }
  if (taken > 0n) state.ledger.move([...legs, { wallet, amount: taken }], 'LINKED_DEFICIT', refId, turn, turn.effects)
  return taken
}

/** What a member won against a position in its gap, closed or open, after fees, and did not pay yet. */
function unpaidGain(state: State, holder: Holder, against: Position, { at }: Turn): Minor {
  const { instrument } = against.market
  const isOf = ({ siteId, optionId }: FillRow) =>
    marketIn(futuresOf(state), siteId, optionId)?.instrument === instrument
  let gain = 0n
  for (const fill of holder.recentFills)
    if (fill.isClose && fill.at > at - GAP_MS && fill.side === against.row.side && isOf(fill))
      gain += fill.realizedPnl - fill.fee
  for (const { row, market } of holder.positions.values())
    if (market.instrument === instrument && row.side !== against.row.side)
      gain += unrealizedPnl(row, instrument.mark!, market.scale)
  for (const paid of state.parts.of(part).get(holder.member.row.memberId) ?? [])
    if (paid.symbol === instrument.symbol && paid.at > at - GAP_MS) gain -= paid.amount
  return gain
}

function notePaid(state: State, memberId: number, paid: Paid): void {
  const all = state.parts.of(part)
  const recent = (all.get(memberId) ?? []).filter(({ at }) => at > paid.at - GAP_MS)
  all.set(memberId, [...recent, paid])
}

const least = (...amounts: readonly Minor[]): Minor => amounts.reduce((a, b) => (a < b ? a : b))
