import { day, minute, seoulTime } from '../calendar.ts'
import { apply, ceil, type Held, type MarginAccounts, marginOf, resultAt } from '../margin-accounts.ts'
import type { Order, Position } from '../records.ts'
import type { Case } from './case.ts'
import type { Cause, Findings } from './findings.ts'
import { sumBig } from './sums.ts'

/** The equity at which a margin account is cut: a fifth of the margin of its positions. */
export function cutOf(accounts: MarginAccounts, held: readonly Held[], at: number): bigint {
  const rate = accounts.rateAt(at)
  return ceil(sumBig(held.map((one) => marginOf(one, rate))) * 20n, 100n)
}

/** Why a position was cut. */
export function byLosscut({ accounts, ordersOfMember }: Case, position: Position, order: Order): Cause {
  if (order.marketType !== 'LIQUIDATION') return { fault: `closed by a ${order.marketType}` }
  // A loss cut closes everything in one turn: the equity before its first order decided.
  const cuts = ordersOfMember(position.memberId).filter(({ marketType }) => marketType === 'LIQUIDATION')
  const turn = cuts.filter(({ acceptedAt }) => acceptedAt === order.acceptedAt)
  const first = Math.min(...turn.map(({ id }) => id))
  const { low, held } = accounts.equity(position.memberId, order.acceptedAt, { id: first })
  const threshold = cutOf(accounts, held, order.acceptedAt)
  if (low <= threshold) return {}
  // What another stock's dead feed left behind follows at its first price.
  const isRest = cuts.some(({ acceptedAt }) => acceptedAt < order.acceptedAt && acceptedAt > order.acceptedAt - day)
  return isRest ? { how: 'the rest of a cut' } : { fault: `equity ${low} is above ${threshold}` }
}

/** Nobody stayed below the loss cut for minutes of live prices. */
export function judgeSpared(known: Case, findings: Findings): undefined {
  const { accounts, records, seen } = known
  for (const memberId of records.wallets.keys()) {
    const fills = accounts.fillsOf(memberId)
    const held = new Map<number, Held>()
    for (const [index, fill] of fills.entries()) {
      apply(held, fill, known.optionOf(fill))
      const until = Math.min(fills[index + 1]?.at ?? seen.to, seen.to)
      if (held.size > 0) judgeStretch(known, findings, memberId, [...held.values()], fill.at, until)
    }
  }
}

function judgeStretch(
  { accounts, seen, sessionAt }: Case,
  findings: Findings,
  memberId: number,
  held: readonly Held[],
  from: number,
  to: number,
): undefined {
  let balance: bigint | null = null
  // As long as the server may lie behind, and as long again.
  const span = 2 * seen.lag
  for (let at = Math.ceil(from / minute) * minute + minute; at + span < to; at += minute) {
    const isLive = held.every(({ option }) => {
      const session = sessionAt(option, at)
      return session !== null && at + span < session.closeAt && at > session.openAt + 5 * minute
    })
    if (!isLive) continue
    balance = at % (10 * minute) === 0 || balance === null ? accounts.balanceBefore(memberId, { at }) : balance
    const rate = accounts.rateAt(at)
    let best = balance
    for (const one of held) {
      const range = accounts.range(one.option.instrument, at, at + span)
      if (range) best += resultAt(one, one.qty > 0 ? range.high : range.low, rate)
    }
    if (best <= cutOf(accounts, held, at))
      return findings.say(`${memberId} was worth ${best} from ${seoulTime(at)} on and was not cut`)
  }
  findings.count('stretches between two fills', 'never below the loss cut for minutes')
}
