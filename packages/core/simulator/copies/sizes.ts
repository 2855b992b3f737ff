import type { CopyFanOutRow, CopyFollowRow, FillRow, FuturesOption } from '../../src/index.ts'
import { abs, beside, max, min, up } from '../arithmetic.ts'
import { ladder, reserveOf, worth } from '../futures/arithmetic.ts'
import type { AuditedMember } from '../futures/margin-accounts.ts'
import { takenBy } from '../traders.ts'
import type { KnownLot } from './known.ts'

/** What a copy opened, and what it was to open by. */
export interface Opened {
  readonly fill: FillRow
  readonly fanOut: CopyFanOutRow
  readonly follow: CopyFollowRow
  readonly option: FuturesOption
  readonly member: AuditedMember
  /** Of its follow, before the fill. */
  readonly copies: readonly KnownLot[]
  readonly leverage: number
  readonly available: bigint
  readonly mark: number
  readonly siteSlipPpm: number
}

const margin = (quote: bigint, leverage: number) => up(abs(quote), BigInt(leverage))

/** What a follow still asks for of a lead order, beside what its copy opened. */
export function askedBy(follow: CopyFollowRow, fanOut: CopyFanOutRow, own: KnownLot | undefined): bigint {
  const before = follow.known.find(({ lot }) => lot === fanOut.leadLot)?.quote ?? 0n
  const lead = margin(fanOut.openedQuote - before, fanOut.leverage)
  const target = min((lead * BigInt(follow.multiplyPer)) / 100n, follow.oneMaxBet)
  return target - (own ? margin(own.opened, own.row.leverage) : 0n)
}

/** The worst price that a copy may have: the trader's average and the narrower of both bounds. */
export function limitOf({ side, qty, quote }: CopyFanOutRow, slipPpm: number, option: FuturesOption): number {
  const unit = worth(option, 1, 1) * BigInt(qty)
  const exact = quote * (1_000_000n + BigInt(side === 'LONG' ? slipPpm : -slipPpm))
  return Number(side === 'LONG' ? exact / (unit * 1_000_000n) : up(exact, unit * 1_000_000n))
}

/** A copy opens as much as all its bounds let it, and not a step more or less. */
export function checkSize(opened: Opened): void {
  const { fill, fanOut, follow, option, member, copies, leverage, available, mark, siteSlipPpm } = opened
  const name = `copy fill ${fill.id} of follow ${follow.id}`
  const own = copies.find(({ row }) => row.leadLot === fanOut.leadLot)
  if (own && own.row.leverage !== leverage) throw new Error(`${name} changed its leverage`)
  if (leverage > fanOut.leverage || leverage > (follow.maxLeverage ?? leverage))
    throw new Error(`${name} has ${leverage}x`)
  const active = copies.reduce((sum, { row }) => sum + margin(row.entryQuote, row.leverage), 0n)
  const budget = min(min(askedBy(follow, fanOut, own), follow.maxBet - active), available)
  const direction = fill.side === 'LONG' ? 1 : -1
  const limit = limitOf(fanOut, Math.min(siteSlipPpm, follow.slipPpm), option)
  const taken = takenBy(member, fill, fill.at)
  const fits = (qty: number) => {
    const { sum, worst } = ladder(fanOut.levels, direction, taken, taken + qty)
    const quote = sum * worth(option, 1, 1)
    const loss = max(0n, BigInt(direction) * (quote - worth(option, mark, qty)))
    const cost = margin(quote, leverage) + up(quote * BigInt(reserveOf(option)), 1_000_000n) + loss
    return direction * (worst - limit) <= 0 && quote <= budget * BigInt(leverage) && cost <= available
  }
  if (!fits(fill.qty)) throw new Error(`${name} opened ${fill.qty}, which is too much`)
  if (fits(fill.qty + option.stepUnits)) throw new Error(`${name} opened ${fill.qty}, which is too little`)
  if (fill.qty < option.minQty || fill.quote < option.minNotional) throw new Error(`${name} is too small`)
}

/** The worst price of a close: so far from the mark of the trader's fill. */
export const closeLimit = (side: string, mark: number, option: FuturesOption): number =>
  beside(mark, side === 'LONG' ? 1 : -1, option.closeSlipPpm)
