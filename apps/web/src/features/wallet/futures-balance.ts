import type { FuturesCross, MyWallet } from '@maru/contract'
import { formatUnits, parseUnits } from '@maru/positions'

/** The FUTURES wallet as it is shown: decimals of USDT. */
export interface FuturesBalance {
  /** Cross equity: playerPoint + minusFundingFee + markPnl (specification 3). */
  readonly realPoint: string
  /** The same, never below zero. */
  readonly point: string
  /** What may be ordered with, never below zero. */
  readonly available: string
  /** Set aside for positions that lose no more than their own margin, and for orders for such positions. */
  readonly isolated: string
  /** What left it for withdrawals and sales that are not finished, and what orders and positions hold. */
  readonly waiting: string
  /** All of the wallet: cross equity, never below zero, what is isolated with its result, and what is leaving. */
  readonly all: string
}

/** How the wallet stands with a cross margin account. */
export function futuresBalance(
  { playerPoint, minusFundingFee, markPnl, isolatedPnl, available, posted, gameWaitPoint }: FuturesCross,
  { pendingOut = '0' }: Pick<MyWallet, 'pendingOut'>,
): FuturesBalance {
  const real = minor(playerPoint) + minor(minusFundingFee) + minor(markPnl)
  const isolated = minor(posted) - minor(playerPoint)
  return {
    realPoint: formatUnits(real, 8),
    point: formatUnits(floored(real), 8),
    available: formatUnits(floored(minor(available)), 8),
    isolated: formatUnits(isolated, 8),
    waiting: formatUnits(minor(gameWaitPoint) + minor(pendingOut), 8),
    all: formatUnits(floored(real) + floored(isolated + minor(isolatedPnl)) + minor(pendingOut), 8),
  }
}

const floored = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

function minor(amount: string): bigint {
  const units = parseUnits(amount, 8)
  if (units === null) throw new RangeError(`not an amount of USDT: ${amount}`)
  return units
}
