import { shareSetAside, unrealizedPnl } from '@maru/positions'
import type { Claimant } from '../claims.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import type { Minor, PositionRow } from '../types.ts'
import { netOf } from './loss.ts'
import { copiesOf, type Pair, pairName } from './state.ts'

/** What is free of a copy that is open: a funding that it received is within its margin until it closes. */
const freeOf = (row: PositionRow): Minor => netOf(row) - (row.fundingFee > 0n ? row.fundingFee : 0n)

/** What all copies of a pair ever came to, as far as it is free. */
export function netOfPair({ row, copies }: Pair): Minor {
  let net = row.net
  for (const copy of copies) net += freeOf(copy.row)
  return net
}

/** What a pair sets aside of its profit until it is settled. */
export const setAside = (pair: Pair): Minor =>
  shareSetAside({ net: netOfPair(pair), highWater: pair.row.hwm, ratePpm: pair.row.sharePpm })

/** What open copies of a pair lose at the marks that hold, with what they were paid within their margins: 0 or less; null while a mark is not known. */
export function openLossOf({ copies }: Pair): Minor | null {
  let result = 0n
  for (const { row, market } of copies) {
    const { mark } = market.instrument
    if (mark === null) return null
    result += unrealizedPnl(row, mark, market.scale) + netOf(row) - freeOf(row)
  }
  return result < 0n ? result : 0n
}

const nothingOpen = { result: 0n, funding: 0n, isKnown: true }

/** Makes a pair known. What it sets aside is a claim on the follower's wallet that no loss takes. */
export function keepPair(state: State, pair: Pair): void {
  const { pairs, pairsOf } = copiesOf(state)
  const { traderId, followerId } = pair.row
  pairs.set(pairName(traderId, followerId), pair)
  const known = pairsOf.get(followerId)
  if (known) {
    known.push(pair)
    return
  }
  const own = [pair]
  pairsOf.set(followerId, own)
  const wallet = state.ledger.wallet(followerId, 'FUTURES', 'USDT')
  invariant(wallet !== null, 'a follower has a wallet of futures', followerId)
  wallet.claimants.push(claimOf(own))
}

const claimOf = (pairs: readonly Pair[]): Claimant => ({
  fenced: () => pairs.reduce((sum, pair) => sum + setAside(pair), 0n),
  cross: () => 0n,
  openResult: () => nothingOpen,
  isLive: () => true,
  locks: () => [],
  isStale: () => false,
  countAnew: () => {},
  onWallet: () => {},
})
