import { isPriced } from '../trading/prices.ts'
import type { ClaimRules } from '../trading/state.ts'
import { heldOf, isPriceKnown, lastPnlOf, positionsOf } from './margin-account.ts'
import { revalue } from './risk.ts'
import type { Contract } from './state.ts'

/** What overseas futures claim of a wallet; while a position has no price nobody knows what it lost, and nothing is available. */
export const overseaClaims: ClaimRules<Contract> = {
  fenced: () => 0n,
  cross: heldOf,
  openResult: (holder) => ({ result: lastPnlOf(holder), funding: 0n, isKnown: isPriceKnown(holder) }),
  isLive: (holder, at) => positionsOf(holder).every(({ market }) => isPriced(market, at)),
  onWallet(state, holder, turn) {
    if (holder.positions.size > 0) revalue(state, holder, turn)
  },
}
