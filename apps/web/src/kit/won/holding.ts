import type { MyWallet, OverseaCross } from '@maru/contract'
import { binaryBalance } from './binary-balance.ts'

/** The won wallet as every part of the page shows it, computed once: the sum above, the ring and the wallet's row. */
export interface WonHolding {
  readonly total: bigint
  /** All of the member's won: the total and what waits beside it. */
  readonly all: bigint
  readonly available: bigint
  /** Held for overseas positions and orders; null on a site without them. */
  readonly held: bigint | null
  /** Stakes of rounds, and what left for withdrawals that are not finished. Beside the total where there are overseas futures (specification 3), else a part of it. */
  readonly waiting: bigint
  /** Result of open overseas positions; null on a site without them. */
  readonly pnl: bigint | null
  /** What overseas futures may still lose; null while nothing is open. */
  readonly untilCut: bigint | null
  /** What all of it consists of. */
  readonly parts: Readonly<Record<'free' | 'held' | 'waiting' | 'openProfit', bigint>>
}

/** How the won wallet stands, with the margin account of overseas futures where the site has them. */
export function wonHolding(
  wallet: Pick<MyWallet, 'point' | 'gameWaitPoint' | 'pendingOut'>,
  cross: OverseaCross | undefined,
): WonHolding {
  const leaving = BigInt(wallet.pendingOut ?? 0)
  if (!cross) return withoutOversea(BigInt(wallet.point), BigInt(wallet.gameWaitPoint), leaving)
  const { total, waiting: staked, available, untilCut } = binaryBalance(wallet, cross)
  const waiting = staked + leaving
  // A loss takes what is free, then what is held; a profit cannot be spent and stands for itself.
  const free = atMost(total, available)
  const held = atMost(total - free, BigInt(cross.playerGameWaitPoint))
  return {
    total,
    all: total + waiting,
    available,
    held,
    waiting,
    pnl: BigInt(cross.lastPnl),
    untilCut,
    parts: { free, held, waiting, openProfit: total - free - held },
  }
}

function withoutOversea(point: bigint, staked: bigint, leaving: bigint): WonHolding {
  const total = atLeast(0n, point + staked) + leaving
  const free = atLeast(0n, point)
  const parts = { free, held: 0n, waiting: total - free, openProfit: 0n }
  return { total, all: total, available: free, held: null, waiting: staked + leaving, pnl: null, untilCut: null, parts }
}

const atLeast = (least: bigint, amount: bigint): bigint => (amount > least ? amount : least)
const atMost = (most: bigint, amount: bigint): bigint => (amount < most ? amount : most)
