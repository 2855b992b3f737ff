import type { GuardPrices } from '../../../packages/core/src/guards/index.ts'
import { Rank, type TriggerHandle, TriggerIndex } from '../../../packages/core/src/triggers/index.ts'
import { seeded } from './random.ts'

/** A margin account that a rule watches: its positions are on different instruments. */
export interface Watched {
  readonly id: number
  readonly instruments: readonly number[]
  zone: Zone
}
export type Zone = 'calm' | 'warned' | 'closed'

/** The exact rule that guards stand for; `prices` are those of all instruments. */
export interface Rule<A extends Watched> {
  /** The zone of the margin account at the prices, coming from the zone that it is in. */
  zoneOf(account: A, prices: readonly number[]): Zone
  /** One pair a position, in the order of `instruments`, for the zone that the margin account is in. */
  guards(account: A, prices: readonly number[]): GuardPrices[]
}

export interface Tick {
  readonly instrument: number
  readonly price: number
}
/** Who changed into which zone at which tick. */
export interface Change {
  readonly tick: number
  readonly account: number
  readonly zone: Zone
}
export interface Run {
  readonly changes: readonly Change[]
  readonly ticksNs: readonly number[]
  /** Margin accounts computed exactly. */
  readonly computed: number
}

/** Computes the margin accounts whose guards a tick crosses, and no others. */
export function runGuarded<A extends Watched>(
  accounts: readonly A[],
  start: readonly number[],
  path: readonly Tick[],
  rule: Rule<A>,
): Run {
  /** Falls and rises of each position in turn. */
  interface Guarded {
    readonly account: A
    readonly handles: (TriggerHandle | null)[]
  }
  interface Guard {
    readonly of: Guarded
    readonly place: number
  }
  const prices = [...start]
  const books = start.map(() => new TriggerIndex<Guard>())
  const put = (of: Guarded, place: number, level: number | null) => {
    const { id, instruments } = of.account
    const book = books[instruments[place >> 1]!]!
    const handle = of.handles[place] ?? null
    if (level !== null && handle !== null) book.move(handle, level)
    else if (level !== null)
      of.handles[place] = book.add('mark', place % 2 === 0 ? 'falls' : 'rises', level, Rank.guard, id, { of, place })
    else if (handle !== null) {
      book.remove(handle)
      of.handles[place] = null
    }
  }
  const set = (of: Guarded) => {
    for (const [leg, { falls, rises }] of rule.guards(of.account, prices).entries()) {
      put(of, 2 * leg, falls)
      put(of, 2 * leg + 1, rises)
    }
  }
  const clear = (of: Guarded) => {
    for (const place of of.handles.keys()) put(of, place, null)
  }
  for (const account of accounts) set({ account, handles: [] })

  const changes: Change[] = []
  const ticksNs: number[] = []
  let computed = 0
  for (const [tick, { instrument, price }] of path.entries()) {
    const began = process.hrtime.bigint()
    prices[instrument] = price
    const judge = ({ of, place }: Guard) => {
      of.handles[place] = null
      computed++
      const zone = rule.zoneOf(of.account, prices)
      if (zone !== of.account.zone) {
        changes.push({ tick, account: of.account.id, zone })
        of.account.zone = zone
      }
      if (zone === 'closed') clear(of)
      else set(of)
    }
    books[instrument]!.fire('mark', price, Number.MAX_SAFE_INTEGER, judge)
    ticksNs.push(Number(process.hrtime.bigint() - began))
  }
  return { changes, ticksNs, computed }
}

/** Computes every margin account of the instrument at every tick: what the guards must agree with. */
export function runScanned<A extends Watched>(
  accounts: readonly A[],
  start: readonly number[],
  path: readonly Tick[],
  rule: Rule<A>,
): Run {
  const prices = [...start]
  const holders = start.map((_, instrument) => accounts.filter(({ instruments }) => instruments.includes(instrument)))
  const changes: Change[] = []
  const ticksNs: number[] = []
  let computed = 0
  for (const [tick, { instrument, price }] of path.entries()) {
    const began = process.hrtime.bigint()
    prices[instrument] = price
    for (const account of holders[instrument]!) {
      if (account.zone === 'closed') continue
      computed++
      const zone = rule.zoneOf(account, prices)
      if (zone === account.zone) continue
      changes.push({ tick, account: account.id, zone })
      account.zone = zone
    }
    ticksNs.push(Number(process.hrtime.bigint() - began))
  }
  return { changes, ticksNs, computed }
}

/** Throws unless both runs saw the same margin accounts change into the same zones at the same ticks. Returns how many changes. */
export function requireSame(a: readonly Change[], b: readonly Change[]): number {
  const text = (changes: readonly Change[]) =>
    changes.map(({ tick, account, zone }) => `${tick} ${account} ${zone}`).sort()
  const [left, right] = [text(a), text(b)]
  const other = left.findIndex((line, index) => line !== right[index])
  if (other >= 0 || left.length !== right.length)
    throw new Error(`${left.length} against ${right.length} changes, first: ${left[other]} against ${right[other]}`)
  return left.length
}

/**
 * Prices that wander by `step` of themselves a tick; one in 200 ticks jumps by up to 150 steps, and from tick `crash` on all fall by 200
 * steps, one after the other.
 */
export function randomWalk(start: readonly number[], ticks: number, step: number, crash: number): Tick[] {
  const random = seeded(3)
  const prices = [...start]
  return Array.from({ length: ticks }, (_, tick) => {
    const inCrash = tick >= crash && tick < crash + start.length
    const instrument = inCrash ? tick - crash : Math.floor(random() * start.length)
    const jump = random() < 0.005 ? (random() - 0.5) * 300 : 0
    const steps = (random() + random() + random() - 1.5) * 2 + jump - (inCrash ? 200 : 0)
    const price = Math.max(1, Math.round(prices[instrument]! * (1 + steps * step)))
    prices[instrument] = price
    return { instrument, price }
  })
}

/** `count` different instruments. */
export function pickInstruments(random: () => number, of: number, count: number): number[] {
  const picked = new Set<number>()
  while (picked.size < count) picked.add(Math.floor(random() * of))
  return [...picked]
}
