import { isPriced } from '../trading/prices.ts'
import type { ClaimRules } from '../trading/state.ts'
import { crossHeld, crossPositions, isolatedHeld, openResultOf } from './margin-account.ts'
import { revalue } from './risk.ts'
import type { FuturesMarket } from './state.ts'

/** What perpetuals claim of a wallet. */
export const futuresClaims: ClaimRules<FuturesMarket> = {
  fenced: isolatedHeld,
  cross: crossHeld,
  openResult: openResultOf,
  isLive: (holder, at) => crossPositions(holder).every(({ market }) => isPriced(market, at)),
  onWallet: revalue,
}
