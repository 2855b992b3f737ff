import { formatUnits, midHalfEven } from '../decimal.ts'
import type { FeedMessage } from '../feed.ts'
import { isOverseas, type MarketInstrument } from '../instruments.ts'
import { gaussian, hash, subSeed, uniform } from './noise.ts'
import { PricePath, stepMs } from './path.ts'
import { type Factor, factors, type Profile, profiles } from './profiles.ts'

const bookDepth = 20
/** An exchange trades at least once in so many steps. */
const leastTradeSteps = 20
const hour = 3_600_000
const fundingPeriodMs = 8 * hour
const markEveryMs = 1_000
const yearMs = 365.25 * 24 * hour

/** The paths that instruments share, each computed once a step. */
export class FactorPaths {
  readonly #paths: Readonly<Record<Factor, PricePath>>
  readonly #values: Record<Factor, { step: number; value: number }>

  constructor(seed: number) {
    const make = (name: Factor) => new PricePath(subSeed(seed, `factor:${name}`), factors[name])
    this.#paths = { crypto: make('crypto'), dollar: make('dollar'), equity: make('equity') }
    const none = () => ({ step: Number.NaN, value: 0 })
    this.#values = { crypto: none(), dollar: none(), equity: none() }
  }

  at(factor: Factor, step: number): number {
    const kept = this.#values[factor]
    if (kept.step !== step) {
      kept.value = this.#paths[factor].at(step)
      kept.step = step
    }
    return kept.value
  }

  activity(factor: Factor): number {
    return this.#paths[factor].activity
  }
}

/**
 * One simulated instrument: what its venue says in each step of 100 ms. All of it is a function of (seed, instrument, step),
 * but for best prices and OANDA ticks, which come when they differ from those of the step before.
 */
export class SimulatedVenue {
  readonly instrument: MarketInstrument
  readonly #profile: Profile
  readonly #factors: FactorPaths
  readonly #path: PricePath
  readonly #seed: number
  readonly #unit: number
  readonly #phase: number
  #best = { step: Number.NaN, bid: 0, ask: 0 }

  constructor(seed: number, instrument: MarketInstrument, factorPaths: FactorPaths) {
    const profile = profiles[instrument.symbol]
    if (!profile) throw new Error(`the simulator does not know ${instrument.symbol}`)
    this.instrument = instrument
    this.#profile = profile
    this.#factors = factorPaths
    this.#seed = subSeed(seed, instrument.symbol)
    this.#path = new PricePath(this.#seed, profile.own)
    this.#unit = 10 ** instrument.precision
    this.#phase = this.#seed % 5
  }

  /** The fair price at a step in units of 10^-precision, not rounded. */
  fair(step: number): number {
    const { base, beta, factor } = this.#profile
    return base * Math.exp(this.#path.at(step) + beta * this.#factors.at(factor, step)) * this.#unit
  }

  /** How busy the instrument is at the step whose fair price was asked for last; 1 on average. */
  activity(): number {
    return Math.sqrt((this.#path.activity + this.#factors.activity(this.#profile.factor)) / 2)
  }

  /** Trades expected in a second of average activity, and their mean quantity in units of 10^-qtyPrecision. */
  get turnover(): { rate: number; qtySteps: number } {
    const { rate, qty } = this.#profile
    const mean = isOverseas(this.instrument)
      ? 1
      : Math.max(1, Math.round(qty * 1.65 * 10 ** this.instrument.qtyPrecision))
    return { rate, qtySteps: mean }
  }

  /** Best prices at a step, on the tick size. Those of an exchange move where it trades, so that the last price always lies between them. */
  best(step: number): { readonly bid: number; readonly ask: number } {
    if (this.#best.step === step) return this.#best
    if (!isOverseas(this.instrument) && this.#tradesIn(step) === 0) {
      const { bid, ask } = this.best(step - 1)
      this.#best = { step, bid, ask }
      return this.#best
    }
    const tick = this.instrument.tickUnits
    const fair = this.fair(step)
    const widened = uniform(this.#seed, step, 0, 11) < 0.06 * this.activity() ? 1 : 0
    const spread = (this.#profile.spread + widened) * tick
    const bid = Math.max(tick, Math.floor((fair - (spread - tick) / 2) / tick) * tick)
    this.#best = { step, bid, ask: bid + spread }
    return this.#best
  }

  /**
   * The fundings of a perpetual in (from, to], oldest first, each at what the last mark before its time announced: a house that was
   * down takes them as one that ran made them.
   */
  fundings(from: number, to: number): FeedMessage[] {
    if (isOverseas(this.instrument)) return []
    const instrument = this.instrument.symbol
    const past: FeedMessage[] = []
    for (let at = (Math.floor(from / fundingPeriodMs) + 1) * fundingPeriodMs; at <= to; at += fundingPeriodMs) {
      const { fundingRate: rate, price } = this.#mark(at - markEveryMs, this.best((at - markEveryMs) / stepMs))
      past.push({ kind: 'funding', instrument, at, rate, price })
    }
    return past
  }

  /** Everything that the venue says in [step, step + 1), in order of time. `whole`: say best prices, mark and order book in any case. */
  messages(step: number, source: string, whole: boolean, emit: (message: FeedMessage) => void): void {
    const at = step * stepMs
    const before = this.best(step - 1)
    const now = this.best(step)
    const moved = whole || now.bid !== before.bid || now.ask !== before.ask
    if (isOverseas(this.instrument)) this.#oandaTick(step, at, now, moved, source, emit)
    else {
      if (moved) this.#emitBest(step, at, now, emit)
      if (whole || at % markEveryMs === 0) emit(this.#mark(at, now))
      if (moved || this.#isBookStep(step)) emit(this.#book(step, at, now))
    }
    if (!isOverseas(this.instrument)) this.#trades(step, at, now, source, emit)
  }

  /** An OANDA price: best prices and mid together; a quiet market is silent, now and then the same price is said again. */
  #oandaTick(
    step: number,
    at: number,
    { bid, ask }: { bid: number; ask: number },
    moved: boolean,
    source: string,
    emit: (message: FeedMessage) => void,
  ): void {
    const chance = (this.#profile.rate * stepMs) / 1_000
    const draw = uniform(this.#seed, step, 1, 21)
    const sourceTs = at + (hash(this.#seed, step, 1, 22) % stepMs)
    const isSilent = !moved && draw >= chance * 0.4 * this.activity()
    if (!isSilent) this.#emitBest(step, sourceTs, { bid, ask }, emit)
    if (moved || this.#isBookStep(step)) emit(this.#book(step, sourceTs, { bid, ask }))
    if (isSilent) return
    emit({
      kind: 'trade',
      instrument: this.instrument.symbol,
      source,
      sourceTradeId: `${step}`,
      sourceTs,
      recvTs: sourceTs + this.#latency(step),
      price: midHalfEven(bid, ask),
      qty: '1',
    })
  }

  #trades(
    step: number,
    at: number,
    { bid, ask }: { bid: number; ask: number },
    source: string,
    emit: (message: FeedMessage) => void,
  ): void {
    const count = this.#tradesIn(step)
    let offset = 0
    for (let k = 0; k < count; k++) {
      // Order of time within the step: each trade lies in the part that is left for it and those after it.
      offset += Math.floor(uniform(this.#seed, step, k, 32) * ((stepMs - offset) / (count - k)))
      const buys = (hash(this.#seed, step, k, 33) & 1) === 1
      const sourceTs = at + offset
      emit({
        kind: 'trade',
        instrument: this.instrument.symbol,
        source,
        sourceTradeId: `${step}-${k}`,
        sourceTs,
        recvTs: sourceTs + this.#latency(step),
        price: buys ? ask : bid,
        qty: this.#qty(step, k, 34),
      })
    }
  }

  /** How often an exchange trades in a step: by chance, and at least once every two seconds. */
  #tradesIn(step: number): number {
    this.fair(step) // Where activity is asked for.
    const mean = Math.min(3, (this.#profile.rate * stepMs * this.activity()) / 1_000)
    const count = poisson(mean, uniform(this.#seed, step, 2, 31))
    return (step + this.#phase) % leastTradeSteps === 0 ? Math.max(1, count) : count
  }

  /** The quantities of an order book move while its best prices stay. */
  #isBookStep(step: number): boolean {
    return (step + this.#phase) % 3 === 0
  }

  #emitBest(
    step: number,
    sourceTs: number,
    { bid, ask }: { bid: number; ask: number },
    emit: (message: FeedMessage) => void,
  ): void {
    const bidQty = this.#levelQty(step, 0, 51)
    const askQty = this.#levelQty(step, 0, 52)
    emit({ kind: 'best', instrument: this.instrument.symbol, sourceTs, bid, ask, bidQty, askQty })
  }

  /** Mark: the fair price with a premium that drifts over hours; funding follows the premium as on a real venue. */
  #mark(at: number, { bid }: { bid: number; ask: number }) {
    const period = Math.floor(at / fundingPeriodMs)
    const rate = Math.max(-0.003, Math.min(0.003, 0.0001 + 0.00008 * gaussian(this.#seed, period, 0, 41)))
    const quarter = Math.floor(at / (hour / 4))
    const along = at / (hour / 4) - quarter
    const premium =
      0.00006 * (gaussian(this.#seed, quarter, 0, 42) * (1 - along) + gaussian(this.#seed, quarter + 1, 0, 42) * along)
    const tick = this.instrument.tickUnits
    return {
      kind: 'mark',
      instrument: this.instrument.symbol,
      sourceTs: at,
      price: Math.max(tick, Math.round((bid * (1 + premium)) / tick) * tick),
      fundingRate: formatUnits(Math.round(rate * 1e8), 8),
      nextFundingTime: (period + 1) * fundingPeriodMs,
    } as const
  }

  #book(step: number, at: number, { bid, ask }: { bid: number; ask: number }): FeedMessage {
    const tick = this.instrument.tickUnits
    const bids: [number, string][] = []
    const asks: [number, string][] = []
    let below = bid
    let above = ask
    for (let level = 0; level < bookDepth; level++) {
      if (below > 0) bids.push([below, this.#levelQty(step, level, 51)])
      asks.push([above, this.#levelQty(step, level, 52)])
      // Most levels lie one tick size apart, some leave a gap; gaps belong to the price, so that the order book does not flicker.
      below -= tick * (1 + (hash(this.#seed, below / tick, 1, 53) % 4 === 0 ? 1 : 0))
      above += tick * (1 + (hash(this.#seed, above / tick, 2, 53) % 4 === 0 ? 1 : 0))
    }
    return { kind: 'depth', instrument: this.instrument.symbol, sourceTs: at, bids, asks, u: step }
  }

  #qty(step: number, k: number, salt: number): string {
    const spread = Math.exp(gaussian(this.#seed, step, k, salt))
    const steps = Math.max(1, Math.round(this.#profile.qty * spread * 10 ** this.instrument.qtyPrecision))
    return formatUnits(steps, this.instrument.qtyPrecision)
  }

  /** Quantity that rests at a level: more of it further away; overseas some contracts. */
  #levelQty(step: number, level: number, salt: number): string {
    const held = Math.floor(step / 7)
    if (isOverseas(this.instrument))
      return `${(1 + (hash(this.#seed, held, level, salt) % 24)) * this.instrument.contractUnits}`
    const weight = (2 + level * 0.6) * Math.exp(0.8 * gaussian(this.#seed, held, level, salt))
    const steps = Math.max(1, Math.round(this.#profile.qty * weight * 10 ** this.instrument.qtyPrecision))
    return formatUnits(steps, this.instrument.qtyPrecision)
  }

  #latency(step: number): number {
    return 6 + (hash(this.#seed, step, 0, 61) % 30)
  }
}

/** Yearly volatility of an instrument, factor included. */
export function yearlyVolatility(symbol: string): number {
  const profile = profiles[symbol]
  if (!profile) throw new Error(`the simulator does not know ${symbol}`)
  return Math.hypot(profile.own, profile.beta * factors[profile.factor])
}

/** Standard deviation of the log-price over `ms`. */
export const deviationOver = (symbol: string, ms: number): number => yearlyVolatility(symbol) * Math.sqrt(ms / yearMs)

/** The number whose Poisson distribution function first passes `u`; at most 8. */
function poisson(mean: number, u: number): number {
  let probability = Math.exp(-mean)
  let sum = probability
  let count = 0
  while (u >= sum && count < 8) {
    count++
    probability *= mean / count
    sum += probability
  }
  return count
}
