import { isPriced } from '../trading/prices.ts'
import type { ClaimRules } from '../trading/state.ts'
import { heldOf, lastPnlOf, positionsOf } from './margin-account.ts'
import { revalue } from './risk.ts'
import type { Contract } from './state.ts'

/** What overseas futures claim of a wallet; a position without a price counts without a result. */
export const overseaClaims: ClaimRules<Contract> = {
  fenced: () => 0n,
  cross: heldOf,
  openResult: (trader) => ({ result: lastPnlOf(trader), funding: 0n, isKnown: true }),
  isLive: (trader, at) => positionsOf(trader).every(({ market }) => isPriced(market, at)),
  onWallet(state, trader, turn) {
    if (trader.positions.size > 0) revalue(state, trader, turn)
  },
}
