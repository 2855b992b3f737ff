import { invariant } from '../invariant.ts'
import { newCall, noticeCall } from '../outgoing/outgoing.ts'
import { newPart } from '../part.ts'
import type { State, Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import { countHolder } from '../trading/recount.ts'
import type { InstrumentDues, MissedFunding, TradedInstrument } from '../trading/state.ts'
import { Walk } from '../trading/walk.ts'
import type { EpochMs, FeedSignal, PriceUnits } from '../types.ts'
import { BESIDE_MS } from './beside.ts'
import { isUnfunded, settleFunding } from './funding.ts'
import { revalue } from './risk.ts'
import type { Position } from './state.ts'

/** So many positions are looked at for each that may be settled: most that a start walks over are settled already. */
const LOOKS = 32

/** No funding is due before it. */
const schedule = newPart(() => ({ fundingAt: Number.POSITIVE_INFINITY }))

/** Notes the fundings whose time has come, before anything else of the turn; what came before is worked off first. */
export function noteFundings(state: State, turn: Turn): void {
  const next = state.parts.of(schedule)
  if (turn.at < next.fundingAt) return
  for (const instrument of tradingOf(state).instruments.values())
    if (isFundingDue(instrument, turn.at) && !isBusy(instrument)) dueFunding(instrument, turn.at, turn)
  next.fundingAt = nextFundingAt(state) ?? Number.POSITIVE_INFINITY
}

/** When the next funding is due, or null. */
export function nextFundingAt(state: State): EpochMs | null {
  let next: EpochMs | null = null
  for (const instrument of tradingOf(state).instruments.values()) {
    const { nextFundingTime } = instrument
    const isNext = nextFundingTime !== null && hasMarkOf(instrument, nextFundingTime)
    if (isNext && (next === null || nextFundingTime < next)) next = nextFundingTime
  }
  return next
}

/** Fundings come before prices: a mark brings the next one, and what the newest asks of positions is settled first. */
export const fundingDues: InstrumentDues = {
  onMark(state, instrument, { sourceTs, price, fundingRate, nextFundingTime }, turn) {
    if (instrument.unfunded === null) {
      dueFunding(instrument, Math.max(turn.at, sourceTs), turn)
      dueLate(instrument, sourceTs, price, turn)
    }
    instrument.markAt = sourceTs
    instrument.fundingRate = fundingRate
    instrument.nextFundingTime =
      nextFundingTime !== null && isNews(instrument, nextFundingTime, turn.at) ? nextFundingTime : null
    const next = state.parts.of(schedule)
    next.fundingAt = Math.min(next.fundingAt, instrument.nextFundingTime ?? Number.POSITIVE_INFINITY)
  },
  isPending: (instrument, at) => isUnsettled(instrument) || isFundingDue(instrument, at),
  settle: settleFundings,
}

/**
 * Takes a funding that the venue made while the house was down, at the rate and the mark of its own time, where a position of then is
 * open still. Only before the instrument's first mark. Where the venue has no mark of then, or a position of then changed since, it is
 * void for all, and they hear of it. One that is known, or older than the newest that is, counts no more.
 */
export function takeMissedFunding(state: State, signal: Extract<FeedSignal, { kind: 'funding' }>, turn: Turn): void {
  const { fundingTime, rate, price } = signal
  const instrument = tradingOf(state).instruments.get(signal.instrument)
  if (!instrument || instrument.mark !== null || state.knownSince === 0 || fundingTime > turn.at) return
  if (!Number.isSafeInteger(rate) || (price !== null && !(Number.isSafeInteger(price) && price > 0))) return
  // The venue's times lie some ms beside those that it announced.
  const newest = instrument.missed.at(-1) ?? instrument.funding
  if (newest && fundingTime < newest.at + BESIDE_MS) return
  const held = heldAt(instrument, fundingTime)
  if (held.length === 0) return
  const isKnown = price !== null && held.every(isUnchangedSince(fundingTime))
  instrument.missed.push({ at: fundingTime, rate: isKnown ? rate : null, mark: price ?? 0 })
}

/** Whether a mark announces a funding: neither an old one, nor one that is over by now and that a position of then did not keep still for. */
const isNews = (instrument: TradedInstrument, fundingTime: EpochMs, now: EpochMs): boolean =>
  fundingTime > (instrument.funding?.at ?? 0) &&
  (fundingTime > now || heldAt(instrument, fundingTime).every(isUnchangedSince(fundingTime)))

/** The positions of an instrument that were opened by a time. */
const heldAt = ({ markets }: TradedInstrument, at: EpochMs): Position[] =>
  markets.flatMap(({ positions }) => [...positions].filter(({ row }) => row.openedAt <= at))

const isUnchangedSince =
  (at: EpochMs) =>
  ({ row }: Position): boolean =>
    row.changedAt <= at

/** Goes over all open positions of an instrument, to settle what each owes of the newest funding. */
export function walkUnfunded(instrument: TradedInstrument): void {
  instrument.unfunded = new Walk(instrument.markets.map(({ positions }) => positions))
}

/**
 * The funding of an instrument when its time has come by `at`: the index jumps by the last rate and mark that were known before,
 * and every open position owes or is owed its share from then on. A new time comes with the next mark.
 */
function dueFunding(instrument: TradedInstrument, at: EpochMs, turn: Turn): void {
  const { nextFundingTime, fundingRate, mark } = instrument
  if (nextFundingTime === null || at < nextFundingTime || !hasMarkOf(instrument, nextFundingTime)) return
  instrument.nextFundingTime = null
  if (mark === null || fundingRate === null) return
  fund(instrument, { at: nextFundingTime, rate: fundingRate, mark }, turn)
}

/** A funding whose time came while no mark did: it has the first one since where that is of its time, else it is void. */
function dueLate(instrument: TradedInstrument, markAt: EpochMs, mark: PriceUnits, turn: Turn): void {
  const { nextFundingTime: at, fundingRate: rate } = instrument
  if (at === null || rate === null || Math.max(turn.at, markAt) < at || hasMarkOf(instrument, at)) return
  instrument.nextFundingTime = null
  const isOfTime = Math.abs(markAt - at) <= BESIDE_MS
  fund(instrument, isOfTime ? { at, rate, mark } : { at, rate: null, mark: instrument.mark! }, turn)
}

/** Whether the newest mark is of a funding's time: not older than a minute by then. */
const hasMarkOf = ({ markAt }: TradedInstrument, at: EpochMs): boolean => markAt === null || at - markAt <= BESIDE_MS

/** Who held a position at the time of a funding that is void hears of it. */
function noticeVoid(instrument: TradedInstrument, at: EpochMs, turn: Turn): void {
  const held = new Map(heldAt(instrument, at).map(({ holder, market }) => [holder, market]))
  for (const [holder, market] of held) {
    const { siteId, memberId } = holder.member.row
    const { koName: stock, instrument: symbol } = market.row
    const notice = { memberId, about: 'FUNDING_VOID', stock, instrument: symbol, at }
    turn.effects.add('outgoing', newCall(noticeCall(siteId, `funding-${symbol}-${at}-${memberId}`, notice), turn.wall))
  }
}

/** Makes a funding. One that is void stands with the rate 0, so that none of its time comes later, and its holders hear of it. */
function fund(instrument: TradedInstrument, { at, rate, mark }: MissedFunding, turn: Turn): void {
  const { symbol, unfunded, funding } = instrument
  invariant(unfunded === null, `the last funding of ${symbol} is settled before the next`)
  const index = (funding?.index ?? 0n) + BigInt(mark) * BigInt(rate ?? 0)
  instrument.funding = { siteGroup: turn.siteGroup, instrument: symbol, at, rate: rate ?? 0, mark, index }
  turn.effects.add('fundings', instrument.funding)
  if (rate === null) noticeVoid(instrument, at, turn)
  walkUnfunded(instrument)
}

/** Posts the shares of the newest funding for up to `max` positions, the lowest id first; then those of a downtime, one after the other. */
function settleFundings(state: State, instrument: TradedInstrument, max: number, turn: Turn): number {
  let count = 0
  for (let looks = max * LOOKS; looks > 0 && count < max; looks--) {
    if (instrument.unfunded === null) {
      const missed = instrument.missed.shift()
      if (!missed) return count
      fund(instrument, missed, turn)
      continue
    }
    const position = instrument.unfunded.next()
    if (position === null) instrument.unfunded = null
    else if (isUnfunded(position)) {
      countHolder(state, position.holder, turn)
      settleFunding(state, position, turn)
      revalue(state, position.holder, turn)
      count++
    }
  }
  return isUnsettled(instrument) ? max : count
}

const isUnsettled = ({ unfunded, missed }: TradedInstrument): boolean => unfunded !== null || missed.length > 0

const isBusy = (instrument: TradedInstrument): boolean => instrument.inputs.length > 0 || isUnsettled(instrument)

const isFundingDue = (instrument: TradedInstrument, at: EpochMs): boolean => {
  const { nextFundingTime } = instrument
  return nextFundingTime !== null && nextFundingTime <= at && hasMarkOf(instrument, nextFundingTime)
}
