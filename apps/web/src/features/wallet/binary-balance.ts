import type { OverseaCross, Wallet } from '@maru/contract'

/** The BINARY wallet as it is shown, in won. */
export interface BinaryBalance {
  /** playerPoint + lastPnl + what waits for overseas positions and orders (specification 3), and the stakes that wait for rounds; never below zero. */
  readonly total: bigint
  /** What stakes and orders may take: an open loss lessens it, an open profit does not add to it. */
  readonly available: bigint
  /** What overseas futures may still lose before all of them are closed; null while nothing is open. */
  readonly untilCut: bigint | null
}

/** How the wallet of rounds and overseas futures stands with the account of the latter. */
export function binaryBalance(wallet: Pick<Wallet, 'point' | 'gameWaitPoint'>, cross: OverseaCross): BinaryBalance {
  const pnl = BigInt(cross.lastPnl)
  const losscut = BigInt(cross.losscut)
  const free = BigInt(wallet.point)
  const equity = BigInt(cross.playerPoint) + pnl + BigInt(cross.playerGameWaitPoint)
  return {
    total: floored(free + BigInt(wallet.gameWaitPoint) + pnl),
    available: floored(free + (pnl < 0n ? pnl : 0n)),
    untilCut: losscut === 0n ? null : floored(equity - losscut),
  }
}

const floored = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
