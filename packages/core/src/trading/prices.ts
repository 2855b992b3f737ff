import { invariant } from '../invariant.ts'
import { change, type State, type Turn } from '../state.ts'
import type { TriggerPrice } from '../triggers/index.ts'
import type { EpochMs, FeedSignal, PriceUnits, Tick, VenueUpdate } from '../types.ts'
import { canExecute, execute, isBarred } from './execute.ts'
import { admitPrice, isHeld } from './held-prices.ts'
import { tradingOf } from './instruments.ts'
import { endOrder, isUntriggered, isWorking, rest } from './orders.ts'
import { countHolder } from './recount.ts'
import { afterChange } from './reserve.ts'
import type { Market, Order, OrderBook, PriceInput, TradedInstrument, TriggerItem } from './state.ts'
import { visitPositions } from './visits.ts'

/** So many orders, accounts and shares of a funding at most are worked off in one turn: about 200 rows, so that commands get in between. */
const TURN_MAX = 16
/** About so many rows come of an order or an account that is worked off. */
const ROWS_EACH = 13

/** Takes a trade's price: stops by last. */
export function takeLast(state: State, tick: Tick, turn: Turn): void {
  const instrument = tradingOf(state).instruments.get(tick.instrument)
  if (instrument) offer(state, instrument, { kind: 'last', price: tick.price }, turn)
}

/** Takes an order book or a mark; an instrument that no market trades is not followed. */
export function takeVenueUpdate(state: State, quote: VenueUpdate, turn: Turn): void {
  const prices = quote.kind === 'mark' ? [quote.price] : [...quote.bids, ...quote.asks].map(([price]) => price)
  const isSound = prices.every((price) => Number.isSafeInteger(price) && price > 0)
  invariant(isSound, `a ${quote.kind} of ${quote.instrument} is no price`)
  const instrument = tradingOf(state).instruments.get(quote.instrument)
  if (instrument) offer(state, instrument, quote, turn)
}

/** Where a feed was stale, a stream may have a gap. Where the quotes live again, what waits has the order book that stands. */
export function takeFeedSignal(state: State, signal: FeedSignal, turn: Turn): void {
  if (signal.kind !== 'feed' && signal.kind !== 'quotes') return
  const instrument = tradingOf(state).instruments.get(signal.instrument)
  if (!instrument) return
  if (signal.state === 'stale') for (const gate of Object.values(instrument.gates)) gate.interrupt()
  else if (signal.kind === 'quotes') goOn(state, instrument, turn)
}

/** Prices count again: what the order book that stands was to execute meanwhile it executes now. */
function goOn(state: State, instrument: TradedInstrument, turn: Turn): void {
  if (instrument.depth) take(state, instrument, instrument.depth, turn)
}

/** Takes a price, and what it releases, unless it is held. */
function offer(state: State, instrument: TradedInstrument, input: PriceInput, turn: Turn): void {
  const wasHeld = isHeld(instrument)
  const prices = admitPrice(state, instrument, input, turn, (expired, now) => {
    take(state, instrument, expired, now)
    if (!isHeld(instrument) && expired.kind !== 'depth') goOn(state, instrument, now)
  })
  // An order book and what accounts are judged by count together from now on: nothing is done at one of them without the other.
  const quotes = prices.filter((price) => !isTrade(instrument, price))
  instrument.isTaking = quotes.length > 1
  for (const quote of quotes) take(state, instrument, quote, turn)
  const isFreed = wasHeld && !isHeld(instrument) && quotes[0]?.kind !== 'depth'
  const isBoth = instrument.isTaking
  instrument.isTaking = false
  if (isBoth || isFreed) goOn(state, instrument, turn)
  for (const price of prices) if (isTrade(instrument, price)) take(state, instrument, price, turn)
}

/** A price that only stops by last wait for. */
const isTrade = ({ contracts }: TradedInstrument, { kind }: PriceInput): boolean =>
  kind === 'last' && contracts.length === 0

/** Where older prices are still worked off, a newer one only joins them: how much is done at once is up to `advance`, whatever arrives. */
function take(state: State, instrument: TradedInstrument, input: PriceInput, turn: Turn): void {
  instrument.inputs.push(input)
  if (instrument.inputs.length === 1) work(state, instrument, TURN_MAX, turn)
}

/**
 * Works off prices, oldest first. Of one price funding comes first, then liquidations, then stops by price and sequence, then limits. What
 * does not fit into the turn goes on at the same price, before any newer one.
 */
function work(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let left = max - settleDues(state, instrument, max, turn)
  while (left > 0) {
    const input = instrument.inputs[0]
    if (!input) break
    if (!instrument.isWorking) {
      apply(state, instrument, input, turn)
      instrument.isWorking = true
      left -= settleDues(state, instrument, left, turn)
    }
    if (left > 0 && isTraded(instrument, turn.at)) left -= act(state, instrument, input, left, turn)
    if (left <= 0) return max
    for (const order of instrument.touched) rest(order)
    instrument.touched = []
    instrument.inputs.shift()
    instrument.isWorking = false
  }
  // What was done may have brought accounts to the price that holds.
  const kind = judgeOf(instrument)
  if (left > 0 && isCrossed(instrument, turn.at)) left -= fire(state, instrument, kind, instrument[kind]!, left, turn)
  if (left > 0) left -= executeHeld(state, instrument, left, turn)
  return max - left
}

function apply(state: State, instrument: TradedInstrument, input: PriceInput, turn: Turn): void {
  if (input.kind === 'depth') instrument.depth = input.recvTs >= (instrument.session?.times.openAt ?? 0) ? input : null
  else if (input.kind === 'last') applyLast(state, instrument, input.price, turn)
  else {
    for (const dues of tradingOf(state).dues) dues.onMark(state, instrument, input, turn)
    instrument.mark = input.price
  }
}

/** A market that rests keeps its last price; one that none was known of is valued by what comes, and its accounts guarded. */
function applyLast(state: State, instrument: TradedInstrument, price: PriceUnits, turn: Turn): void {
  const { last, contracts } = instrument
  const isResting = contracts.length > 0 && !isOpen(instrument, turn.at)
  if (isResting && last !== null) return
  instrument.last = price
  if (!isResting) return
  const sets = contracts.map(({ positions }) => positions)
  visitPositions(state, sets, ({ holder, market }, now) => market.policy.revalue(state, holder, now))
}

function act(state: State, instrument: TradedInstrument, input: PriceInput, max: number, turn: Turn): number {
  if (input.kind !== 'depth') return fire(state, instrument, input.kind, input.price, max, turn)
  let done = executeWaiting(state, instrument, input, max, turn)
  const [ask] = input.asks
  const [bid] = input.bids
  if (ask && done < max) done += fire(state, instrument, 'ask', ask[0], max - done, turn)
  if (bid && done < max) done += fire(state, instrument, 'bid', bid[0], max - done, turn)
  return done
}

/** Orders whose time this order book has reached, in order of acceptance. */
function executeWaiting(state: State, instrument: TradedInstrument, depth: OrderBook, max: number, turn: Turn): number {
  let done = 0
  for (const order of instrument.waiting) {
    if (done === max) break
    const { closedAt, executeAt } = order.row
    if (closedAt !== null || executeAt === null || executeAt > depth.correctedTs) continue
    if (execute(state, order, depth, { isMaker: false }, turn)) done++
  }
  return done
}

/** Orders whose time has come, where the price that holds is good: a quiet market says nothing new for long. */
function executeHeld(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let done = 0
  for (const order of instrument.waiting) {
    if (done === max) break
    if (isServed(state, order, turn.at) && execute(state, order, instrument.depth!, { isMaker: false }, turn)) done++
  }
  return done
}

function isServed(state: State, order: Order, at: EpochMs): boolean {
  const { row, market } = order
  const { instrument } = market
  const { depth } = instrument
  if (!market.policy.isHeldPriceGood || depth === null || row.closedAt !== null) return false
  return (
    row.executeAt !== null && row.executeAt <= at && canExecute(state, order, depth, at) && isTraded(instrument, at)
  )
}

function fire(
  state: State,
  instrument: TradedInstrument,
  kind: TriggerPrice,
  price: PriceUnits,
  max: number,
  turn: Turn,
): number {
  return instrument.triggers.fire(kind, price, max, (item) => fired(state, instrument, item, turn))
}

function fired(state: State, instrument: TradedInstrument, item: TriggerItem, turn: Turn): void {
  if (item.kind === 'guard') {
    const { position } = item
    position.guards[item.place] = null
    countHolder(state, position.holder, turn)
    if (position.row.closedAt !== null) return
    if (item.place === 'stop') for (const judge of tradingOf(state).stopJudges) judge(state, position, turn)
    else position.market.policy.judge(state, position, turn)
    return
  }
  const { order } = item
  const { depth } = instrument
  order.trigger = null
  countHolder(state, order.holder, turn)
  if (!isWorking(order)) return
  if (isUntriggered(order.row)) trigger(state, order, instrument, turn)
  // One of before its acceptance shows prices that its member may know to be old.
  else if (!depth || depth.correctedTs < order.row.acceptedAt || !execute(state, order, depth, { isMaker: true }, turn))
    instrument.touched.push(order)
}

/**
 * A stop becomes a market or limit order and waits like any order for an order book of its time. An order book from before its trigger, or
 * from before the delay after its acceptance, would show prices that its member may know to be old.
 */
function trigger(state: State, order: Order, instrument: TradedInstrument, turn: Turn): void {
  const { market, row } = order
  const executeAt = Math.max(turn.at, row.acceptedAt + market.row.execDelayMs)
  // Under an emergency stop it waits for long: at the reopening it is judged by the price that its member named.
  const basePrice = !row.isReduceOnly && isBarred(state, market) ? row.triggerPrice : row.basePrice
  change(turn.effects, 'orders', order, { status: 'TRIGGERED', triggeredAt: turn.at, executeAt, basePrice })
  market.policy.announceOrder(order, 'ORDER_UPDATE', turn)
  rest(order)
  const { depth } = instrument
  if (market.policy.isHeldPriceGood) awaitBook(state, order, executeAt)
  else if (depth && depth.correctedTs >= executeAt) execute(state, order, depth, { isMaker: false }, turn)
}

/** The time of an order that waits for an order book: it executes where the price that holds serves, and ends at its deadline. */
function endWaiting(state: State, order: Order, turn: Turn): void {
  const { row, market } = order
  const { instrument } = market
  if (isServed(state, order, turn.at)) {
    execute(state, order, instrument.depth!, { isMaker: false }, turn)
    return
  }
  const deadline = deadlineOf(order)
  if (deadline === null) return
  if (deadline > turn.at) {
    // The market may have been given a longer wait meanwhile.
    awaitBook(state, order, deadline)
    return
  }
  const isStopped = !row.isReduceOnly && isBarred(state, market)
  endOrder(state, order, 'REJECTED', isStopped ? 'OPTION_STOPPED' : 'PRICE_FEED_STALE', turn)
  afterChange(state, order, turn)
}

/**
 * Has an order looked at again at a time: it executes then, where the price that holds serves, or ends. The task knows its id alone: most
 * orders end long before, and nothing is to hold them until then.
 */
export function awaitBook(state: State, { row: { id }, market: { book } }: Order, at: EpochMs): void {
  state.due.push(at, (now, turn) => {
    const order = book.orders.get(id)
    if (order) endWaiting(now, order, turn)
  })
}

/** Until when an order looks for an order book; null: as long as it takes. */
export const deadlineOf = ({ row, market }: Order): EpochMs | null =>
  row.executeAt === null || row.isReduceOnly || row.triggeredAt !== null ? null : row.acceptedAt + market.row.execWaitMs

/** Goes on with what did not fit into its turn. */
export function workAll(state: State, maxRows: number, turn: Turn): void {
  for (const instrument of tradingOf(state).instruments.values()) {
    const most = Math.min(TURN_MAX, Math.ceil((maxRows - turn.effects.count) / ROWS_EACH))
    if (most > 0 && hasWork(state, instrument, turn.at)) work(state, instrument, most, turn)
  }
}

export function hasTradingWork(state: State, at: EpochMs): boolean {
  for (const instrument of tradingOf(state).instruments.values()) if (hasWork(state, instrument, at)) return true
  return false
}

/** Does what comes before any price; returns for how many positions. */
function settleDues(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let done = 0
  for (const dues of tradingOf(state).dues) if (done < max) done += dues.settle(state, instrument, max - done, turn)
  return done
}

/** Asked for every instrument in every turn of the core: it leaves no objects. */
function hasWork(state: State, instrument: TradedInstrument, at: EpochMs): boolean {
  if (instrument.inputs.length > 0) return true
  for (const dues of tradingOf(state).dues) if (dues.isPending(instrument, at)) return true
  return isCrossed(instrument, at) || hasHeld(state, instrument, at)
}

function hasHeld(state: State, instrument: TradedInstrument, at: EpochMs): boolean {
  if (instrument.depth === null || !isTraded(instrument, at)) return false
  for (const order of instrument.waiting) if (isServed(state, order, at)) return true
  return false
}

/** Whether a session runs, and the dollar has a rate for it. */
export function isOpen({ session, days }: Pick<TradedInstrument, 'session' | 'days'>, at: EpochMs): boolean {
  if (session === null || session.isRest || at < session.times.openAt || at >= session.times.closeAt) return false
  return days?.fixing != null && days.fixing.tradingDay >= session.times.tradingDay
}

/** Whether a session that runs by its times is interrupted: what closes is taken and waits for its end. */
export const isHalted = ({ session }: Pick<TradedInstrument, 'session'>, at: EpochMs): boolean =>
  session?.isRest === true && at >= session.times.openAt && at < session.times.closeAt

/** Whether the price that a market's positions are valued by is known, and live; in session or not. */
export const isPriced = ({ instrument, policy }: Market, at: EpochMs): boolean =>
  instrument[policy.judgedBy] !== null && isLive(instrument, at)

/** Whether the prices of an instrument are good: its feed is live, of perpetuals order book and mark each, and none is held. */
export const isLive = (instrument: TradedInstrument, at: EpochMs): boolean =>
  instrument.prices.isLive(at) &&
  (instrument.contracts.length > 0 || instrument.prices.areQuotesLive) &&
  !instrument.isTaking &&
  !isHeld(instrument)

/** Whether prices count: they are live and, where the market has sessions, one is open. */
export const isTraded = (instrument: TradedInstrument, at: EpochMs): boolean =>
  isLive(instrument, at) && (instrument.contracts.length === 0 || isOpen(instrument, at))

/** The price by which the accounts of an instrument are judged. */
const judgeOf = ({ contracts }: TradedInstrument): 'last' | 'mark' => (contracts.length > 0 ? 'last' : 'mark')

function isCrossed(instrument: TradedInstrument, at: EpochMs): boolean {
  const kind = judgeOf(instrument)
  const price = instrument[kind]
  return price !== null && instrument.triggers.isCrossed(kind, price) && isTraded(instrument, at)
}
