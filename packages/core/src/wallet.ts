import { invariant } from './invariant.ts'
import type { Wallet } from './ledger.ts'
import type { State, Turn } from './state.ts'
import type { Ctx, EpochMs, Minor } from './types.ts'

/** What a loss can be paid from: all but stakes and fenced money. Never negative. */
export function collateralOf({ row, firm, claimants }: Wallet): Minor {
  let collateral = row.posted - firm
  for (const claimant of claimants) collateral -= claimant.fenced()
  return collateral
}

/** All that is claimed of a wallet: what it reserves. */
export function claimedOf({ firm, claimants }: Wallet): Minor {
  let claimed = firm
  for (const claimant of claimants) claimed += claimant.fenced() + claimant.cross()
  return claimed
}

/** What new orders, stakes and exits may take; unrealised profit funds none of them. May be negative: then nothing opens or leaves. */
export function availableOf(wallet: Wallet): Minor {
  let result = 0n
  let left = collateralOf(wallet)
  let isKnown = true
  for (const claimant of wallet.claimants) {
    const open = claimant.openResult()
    left += open.funding - claimant.cross()
    result += open.result
    isKnown &&= open.isKnown
  }
  if (result < 0n) left += result
  return isKnown || left < 0n ? left : 0n
}

/**
 * What may leave the wallet: all that is available and not locked. While a price that the wallet's positions are valued by is not live
 * nothing may. Never negative.
 */
export function withdrawableOf(wallet: Wallet, { at, wall }: Pick<Ctx, 'at' | 'wall'>): Minor {
  if (!wallet.claimants.every((claimant) => claimant.isLive(at))) return 0n
  const left = availableOf(wallet) - lockedOf(wallet, wall)
  return left > 0n ? left : 0n
}

/** What may not leave at a time of the wall clock. */
function lockedOf({ claimants }: Wallet, wall: EpochMs): Minor {
  let locked = 0n
  for (const claimant of claimants) for (const { until, amount } of claimant.locks()) if (until > wall) locked += amount
  return locked
}

/** Before a member acts: what he claims is counted by the configuration that holds. */
export function countAnew(state: State, memberId: number, turn: Turn): void {
  for (const { claimants } of state.ledger.walletsOf(memberId))
    for (const claimant of claimants) claimant.countAnew(turn)
}

/** The pass that ends a turn: who claims a wallet whose stakes changed counts anew, once; no wallet may be claimed beyond what it holds. */
export function passWallets(state: State, turn: Turn): void {
  for (const wallet of state.ledger.takeStaked()) for (const claimant of wallet.claimants) claimant.onWallet(turn)
  for (const wallet of state.ledger.takeChanged()) assertCovered(wallet)
}

/** What the wallet holds covers stakes and fenced money; what it stands behind as a whole may exceed it after a loss. */
export function assertCovered(wallet: Wallet): void {
  invariant(collateralOf(wallet) >= 0n, 'the claims on the wallet of a member are not covered', wallet.row.memberId)
}
