import { kstDay } from '../kst.ts'
import type { State, Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import type { TradedInstrument } from '../trading/state.ts'
import type { EpochMs, FeedSignal, FixingRow } from '../types.ts'
import { takeFixing } from './re-margin.ts'
import { daysOf } from './state.ts'

/** Takes a rate of the dollar; a session that waits for one is fixed at it. */
export function takeRate(state: State, signal: Extract<FeedSignal, { kind: 'rate' }>, turn: Turn): void {
  const { rate, source, sourceTs } = signal
  if (!Number.isSafeInteger(rate) || rate <= 0) return
  daysOf(state).rate = { rate, source, sourceTs }
  fixRates(state, turn)
}

/** Fixes the rate of a trading day shortly before its sessions open, once; later where none is known by then. */
export function fixRates(state: State, turn: Turn): void {
  const days = daysOf(state)
  for (const instrument of contractInstruments(state)) {
    const due = dueDay(instrument, turn.at)
    if (due === null || (days.fixing !== null && days.fixing.tradingDay >= due.day)) continue
    const row = fixingOf(state, instrument.contracts, due, turn)
    if (row === null) continue
    const before = days.fixing
    days.fixing = row
    turn.effects.add('fixings', row)
    if (before === null || before.rate === row.rate) continue
    takeFixing(state)
  }
  days.fixAt = nextLookAt(state, turn.at)
}

/** Fixes what fell due by time: every turn asks. */
export function fixDue(state: State, turn: Turn): void {
  if (turn.at >= daysOf(state).fixAt) fixRates(state, turn)
}

/** The next time at which a session makes another day due. */
function nextLookAt(state: State, now: EpochMs): EpochMs {
  let next = Number.POSITIVE_INFINITY
  for (const { session, contracts } of contractInstruments(state)) {
    if (session === null) continue
    const { times, nextOpenAt } = session
    const opening = nextOpenAt === null ? [] : [nextOpenAt - leadOf(contracts), nextOpenAt]
    for (const at of [times.openAt, times.closeAt, ...opening]) if (at > now) next = Math.min(next, at)
  }
  return next
}

/** When a fixing is due next, or falls back on the last one; null: none is known to come. What could not be made by now waits for a rate. */
export function nextFixingAt(state: State, now: EpochMs): EpochMs | null {
  const { fixing } = daysOf(state)
  let next: EpochMs | null = null
  for (const { session, contracts } of contractInstruments(state)) {
    if (session === null || session.nextOpenAt === null) continue
    const lead = session.nextOpenAt - leadOf(contracts)
    const at = lead > now ? lead : session.nextOpenAt
    // The day is looked at last: it is a text, and most contracts open at the same time.
    if (at <= now || (next !== null && at >= next)) continue
    if (fixing === null || fixing.tradingDay < kstDay(session.nextOpenAt)) next = at
  }
  return next
}

/** A good rate; from the opening on the last fixing serves too, while it is not old. Null: the stock goes on resting. */
function fixingOf(
  state: State,
  contracts: TradedInstrument['contracts'],
  due: { day: string; isRunning: boolean },
  { at, siteGroup }: Turn,
): FixingRow | null {
  const { rate, fixing } = daysOf(state)
  // A fixing is shared by all sites: what is too old for one of them is too old.
  const rateMaxAgeMs = Math.min(...contracts.map(({ row }) => row.rateMaxAgeMs))
  const fixingMaxAgeMs = Math.min(...contracts.map(({ row }) => row.fixingMaxAgeMs))
  const tradingDay = due.day
  if (rate !== null && at - rate.sourceTs <= rateMaxAgeMs) return { siteGroup, tradingDay, ...rate, at }
  // It keeps its time: what was carried over from day to day grows old all the same.
  if (due.isRunning && fixing !== null && at - fixing.at < fixingMaxAgeMs) return { ...fixing, tradingDay }
  return null
}

/** The trading day of an instrument whose rate is to be known by now; null: none yet. */
function dueDay({ session, contracts }: TradedInstrument, at: EpochMs): { day: string; isRunning: boolean } | null {
  if (session === null) return null
  const { times, nextOpenAt } = session
  if (at >= times.openAt && at < times.closeAt) return { day: times.tradingDay, isRunning: true }
  if (nextOpenAt === null || at < nextOpenAt - leadOf(contracts)) return null
  return { day: kstDay(nextOpenAt), isRunning: at >= nextOpenAt }
}

const leadOf = (contracts: TradedInstrument['contracts']): number =>
  Math.max(...contracts.map(({ row }) => row.fixLeadMs))

export const contractInstruments = (state: State): TradedInstrument[] =>
  [...tradingOf(state).instruments.values()].filter(({ contracts }) => contracts.length > 0)
