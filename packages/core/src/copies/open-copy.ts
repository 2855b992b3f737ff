import type { ErrorCode } from '@maru/contract'
import { copyBudget, copyLeverage, copyLimit, copyOffer, initialMargin, maxNotionalFor } from '@maru/positions'
import { consumedOf, futuresPolicy, reservePpmOf } from '../futures/policy.ts'
import { usageOf } from '../futures/result.ts'
import { mostLeverage } from '../futures/settings.ts'
import { futuresOf, type Holder, type Holding, type Position } from '../futures/state.ts'
import { refuseCeiling } from '../limits/ceilings.ts'
import { refuseLimit } from '../limits/limits.ts'
import { halved, halvedUntil } from '../releases/state.ts'
import type { State, Turn } from '../state.ts'
import { takenOf } from '../trading/depth.ts'
import { fillCopy } from '../trading/fill-copy.ts'
import { marketIn } from '../trading/holders.ts'
import { sideOf } from '../trading/orders.ts'
import type { Offer } from '../trading/state.ts'
import type { Minor } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { barOfCopy, codeIn } from './bars.ts'
import { copyNumbers } from './numbers.ts'
import { bookOfFanOut } from './opened-book.ts'
import type { FanOut, Follow } from './state.ts'

/** What became of an opening: it was made, nothing was asked, or why it was left out. */
export type Opening =
  | { readonly kind: 'MADE' }
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'SKIPPED'; readonly code: ErrorCode; readonly wanted: Minor; readonly got: Minor }

const NOTHING: Opening = { kind: 'NOTHING' }

/** A copy that is to open or to grow. */
interface Wanted {
  readonly holding: Holding
  readonly follow: Follow
  readonly fanOut: FanOut
  readonly copy: Position | null
  readonly siteSlipPpm: number
}

/** Opens, or adds to, the copy of a lead lot: as much as its follow asks for, on the order book of the trader's fill. */
export function openWithTrader(state: State, holder: Holder, follow: Follow, fanOut: FanOut, turn: Turn): Opening {
  const { multiplyPer, pausedBy, optionIds, quit, siteId } = follow.row
  const { leadLot, optionId } = fanOut.row
  const isAsked = multiplyPer > 0 && pausedBy === null && optionIds.includes(optionId) && !quit.includes(leadLot)
  const market = isAsked ? marketIn(futuresOf(state), siteId, optionId) : null
  if (market === null) return NOTHING
  const copy = follow.copies.get(leadLot) ?? null
  const holding: Holding = { holder, market, lot: copy?.lot ?? turn.nextId() }
  const siteSlipPpm = copyNumbers(state, siteId).copySlipPpm
  return open(state, { holding, follow, fanOut, copy, siteSlipPpm }, turn)
}

function open(state: State, wanted: Wanted, turn: Turn): Opening {
  const { holding, follow, fanOut, copy } = wanted
  const { holder, market } = holding
  const used = copy === null ? 0n : initialMargin(copy.row.openedQuote, copy.row.leverage)
  const budget = budgetOf(wanted, used)
  if (budget.kind === 'NOTHING') return NOTHING
  const skip = (code: ErrorCode): Opening => ({ kind: 'SKIPPED', code, wanted: budget.asked, got: used })
  const bar = barOfCopy(state, holding, fanOut, turn)
  if (bar !== null) return skip(bar)
  if (budget.kind !== 'BUDGET') return skip(budget.kind)
  const leverage = leverageOf(state, wanted, budget.amount, turn)
  if (leverage === 0) return skip('LEVERAGE_MAX_QTY_EXCEEDED')
  const terms = { side: fanOut.row.side, leverage, marginType: 'ISOLATED' } as const
  const offer = offerOf(wanted, budget.amount, leverage, turn)
  if (offer.qty < market.row.minQty || offer.quote < market.row.minNotional) {
    if (!isOffered(wanted, turn)) return skip('SLIPPAGE_PROTECTED')
    if (budget.amount < budget.asked)
      return skip(budget.amount === availableOf(holder.wallet) ? 'BALANCE_INSUFFICIENT' : 'COPY_LIMIT_USED')
    return skip(offer.qty < market.row.minQty ? 'QTY_BELOW_MIN' : 'ORDER_MIN_NOTIONAL')
  }
  if (futuresPolicy.isRisky(holding, terms, offer)) return skip('ISOLATED_MARGIN_INSUFFICIENT')
  const { currency, reserved } = holder.wallet.row
  const stake = { currency, held: reserved, stake: futuresPolicy.costOf(market, terms, offer) }
  const counted = { kind: 'ORDER', currency: 'USDT', used: reserved, amount: stake.stake } as const
  const limited = refuseLimit(holder.member, stake, turn.wall) ?? refuseCeiling(holder.member, counted)
  if (limited) return skip(codeIn(limited))
  const tag = { fanOutId: fanOut.row.id, followId: follow.row.id, leadLot: fanOut.row.leadLot }
  fillCopy(state, holding, { terms, copy: tag, offer, depth: bookOfFanOut(fanOut, market) }, turn)
  return { kind: 'MADE' }
}

/** What the lead order had opened of margin since the follow began asks for so much. */
function budgetOf({ holding, follow, fanOut }: Wanted, used: Minor) {
  const { multiplyPer, oneMaxBet, maxBet, known } = follow.row
  const { leadLot, openedQuote, leverage } = fanOut.row
  const before = known.find(({ lot }) => lot === leadLot)?.quote ?? 0n
  return copyBudget({
    leadMargin: initialMargin(openedQuote - before, leverage),
    multiplyPer,
    oneMaxBet,
    used,
    maxBet,
    active: activeOf(follow),
    available: availableOf(holding.holder.wallet),
  })
}

/** The margin that all open copies of a follow began with. */
export function activeOf({ copies }: Follow): Minor {
  let active = 0n
  for (const { row } of copies.values())
    active += initialMargin(row.entryQuote < 0n ? -row.entryQuote : row.entryQuote, row.leverage)
  return active
}

/** The leverage that a budget opens with; 0: none fits. A copy that is open keeps its own. */
function leverageOf(state: State, { holding, follow, fanOut, copy }: Wanted, budget: Minor, { wall }: Turn): number {
  const { holder, market } = holding
  const { siteId, brackets } = market.row
  const { usedNotional } = usageOf(holding, fanOut.row.side)
  const isHalved = halvedUntil(state, siteId, wall) !== null
  const own = mostLeverage(state, holder, market, wall)
  const most = Math.min(fanOut.row.leverage, follow.row.maxLeverage ?? own, isHalved ? halved(own) : own)
  if (copy === null) return copyLeverage({ budget, most, isHalved, brackets, usedNotional })
  const { leverage } = copy.row
  const judged = isHalved && leverage > 1 ? 2 * leverage : leverage
  const fits = usedNotional + budget * BigInt(leverage) <= maxNotionalFor(judged, brackets)
  return fits && leverage <= (isHalved ? halved(own) : own) ? leverage : 0
}

function offerOf(wanted: Wanted, budget: Minor, leverage: number, turn: Turn): Offer {
  const { holder, market } = wanted.holding
  return copyOffer({
    ...bookSideOf(wanted, turn),
    budget,
    leverage,
    available: availableOf(holder.wallet),
    mark: market.instrument.mark!,
    reservePpm: reservePpmOf(market),
    step: market.row.stepUnits,
  })
}

/** Whether the order book has the least quantity within the limit of the follow, for this follower. */
function isOffered(wanted: Wanted, turn: Turn): boolean {
  const { holder, market } = wanted.holding
  const { side } = wanted.fanOut.row
  const worst = bookSideOf(wanted, turn).limitPrice
  const how = { worst, isMaker: false, taken: takenOf(holder, market, side, turn.at) }
  const { minQty } = market.row
  return futuresPolicy.look(market, sideOf(side), minQty, bookOfFanOut(wanted.fanOut, market), how).qty === minQty
}

/** The side of the trader's order book as the follower sees it, and the worst price that he may get. */
function bookSideOf({ holding, follow, fanOut, siteSlipPpm }: Wanted, turn: Turn) {
  const { holder, market } = holding
  const { row } = fanOut
  const side = sideOf(row.side)
  const { levels } = row
  const taken = takenOf(holder, market, row.side, turn.at)
  const slipPpm = Math.min(siteSlipPpm, follow.row.slipPpm)
  return {
    side,
    levels,
    scale: market.scale,
    limitPrice: copyLimit(side, { qty: row.qty, quote: row.quote }, slipPpm, market.scale),
    ...(taken === 0 ? {} : { consumed: consumedOf(side, levels, taken, market.scale) }),
  }
}
