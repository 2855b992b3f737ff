import type { OverseaCross, Wallet } from '@maru/contract'

/** The BINARY wallet as it is shown, in won. */
export interface BinaryBalance {
  /** point: playerPoint + lastPnl + what waits for overseas positions and orders (specification 3); never below zero. */
  readonly total: bigint
  /** realPoint: playerPoint + lastPnl. */
  readonly real: bigint
  /** The stakes that wait for rounds: no part of the margin account of overseas futures, so they stand beside `total`. */
  readonly waiting: bigint
  /** What stakes and orders may take: an open loss lessens it, an open profit does not add to it. */
  readonly available: bigint
  /** What overseas futures may still lose before all of them are closed; null while nothing is open. */
  readonly untilCut: bigint | null
}

/** How the wallet of rounds and overseas futures stands with the margin account of the latter. */
export function binaryBalance(wallet: Pick<Wallet, 'point' | 'gameWaitPoint'>, cross: OverseaCross): BinaryBalance {
  const pnl = BigInt(cross.lastPnl)
  const losscut = BigInt(cross.losscut)
  const held = BigInt(cross.playerGameWaitPoint)
  const real = BigInt(cross.playerPoint) + pnl
  const total = floored(real + held)
  return {
    total,
    real,
    waiting: floored(BigInt(wallet.gameWaitPoint) - held),
    available: floored(BigInt(wallet.point) + (pnl < 0n ? pnl : 0n)),
    untilCut: losscut === 0n ? null : floored(total - losscut),
  }
}

const floored = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
