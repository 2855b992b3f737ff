import type { FeedSignal, Tick } from '@maru/core'
import type { FeedInput } from './batch-builder.ts'
import { Fifo } from './fifo.ts'
import { subjectOf } from './set-aside.ts'

export interface FeedQueueConfig {
  /** Inputs that may wait. */
  readonly bound?: number
  /** Books that may wait; they are large. */
  readonly books?: number
  readonly onConflated: (kind: 'depth' | 'mark', count: number) => void
  readonly onDropped: (instrument: string, count: number) => void
}

/** No round that began longer ago is undecided. */
const stepMs = 10_000
const reachMs = 600_000

/**
 * What the market said and the core has not heard yet, in its order. When too much waits, order books are dropped that newer ones
 * replace, then marks in the same way, then the oldest ticks. The core is told of dropped ticks as a disturbance, so that rounds which
 * they may have decided become void: a price at a moment must never differ from the tick log.
 */
export class FeedQueue {
  readonly #items = new Fifo<FeedInput>()
  readonly #config: FeedQueueConfig
  readonly #bound: number
  readonly #mostBooks: number
  #books = 0

  constructor(config: FeedQueueConfig) {
    this.#config = config
    this.#bound = config.bound ?? 100_000
    this.#mostBooks = config.books ?? 10_000
  }

  get length(): number {
    return this.#items.length
  }

  /** When the oldest that waits was received; null when nothing waits. */
  get oldestAt(): number | null {
    return this.#items.peek()?.at ?? null
  }

  push(input: FeedInput): void {
    this.#items.push(input)
    if (isUpdate(input, 'depth')) this.#books += 1
    if (this.#books > this.#mostBooks) this.#refill(this.#withoutOld(this.#items.drain(), 'depth'))
    if (this.#items.length > this.#bound) this.#refill(this.#shortened(this.#items.drain(), input.at))
  }

  shift(): FeedInput | undefined {
    const input = this.#items.shift()
    if (input !== undefined && isUpdate(input, 'depth')) this.#books -= 1
    return input
  }

  /** Drops what waits of an instrument or a pair. */
  forget(subject: string): void {
    this.#refill(this.#items.drain().filter((input) => subjectOf(input) !== subject))
  }

  #refill(inputs: readonly FeedInput[]): void {
    for (const input of inputs) this.#items.push(input)
    this.#books = inputs.filter((input) => isUpdate(input, 'depth')).length
  }

  #shortened(inputs: readonly FeedInput[], now: number): readonly FeedInput[] {
    // Some way below the bound, so that the next input does not drop again.
    const most = Math.floor(this.#bound * 0.75)
    let rest: readonly FeedInput[] = inputs.filter((input) => !isOldDisturbance(input, now))
    for (const kind of ['depth', 'mark'] as const) if (rest.length > most) rest = this.#withoutOld(rest, kind)
    return rest.length > most ? this.#withoutTicks(rest, rest.length - most, now) : rest
  }

  /** Without books, or marks, that a newer one of the same instrument follows. */
  #withoutOld(inputs: readonly FeedInput[], kind: 'depth' | 'mark'): FeedInput[] {
    const newer = new Set<string>()
    const kept = inputs
      .toReversed()
      .filter((input) => {
        if (!isUpdate(input, kind)) return true
        const isNewest = !newer.has(input.update.instrument)
        newer.add(input.update.instrument)
        return isNewest
      })
      .reverse()
    this.#config.onConflated(kind, inputs.length - kept.length)
    return kept
  }

  /** Drops the oldest `count` ticks but the newest of each instrument. Signals of what this disturbs come before the rest. */
  #withoutTicks(inputs: readonly FeedInput[], count: number, now: number): FeedInput[] {
    const newest = new Map<string, Tick>()
    for (const input of inputs) if (input.kind === 'tick') newest.set(input.tick.instrument, input.tick)
    const gaps = new Map<string, { readonly from: number; to: number; dropped: number }>()
    let left = count
    const kept = inputs.filter((input) => {
      if (input.kind !== 'tick') return true
      const { tick } = input
      const gap = gaps.get(tick.instrument)
      if (left > 0 && newest.get(tick.instrument) !== tick) {
        left -= 1
        if (gap === undefined)
          gaps.set(tick.instrument, { from: Math.min(tick.sourceTs, tick.recvTs), to: Number.NaN, dropped: 1 })
        else gap.dropped += 1
        return false
      }
      // The first one after the gap: from here on the price at a moment is right again.
      if (gap !== undefined && Number.isNaN(gap.to)) gap.to = Math.max(tick.sourceTs, tick.recvTs)
      return true
    })
    const signals: FeedSignal[] = []
    for (const [instrument, { from, to, dropped }] of gaps) {
      this.#config.onDropped(instrument, dropped)
      const tell = (at: number) => signals.push({ kind: 'disturbance', instrument, reason: 'failover', at })
      for (let at = Math.max(from, now - reachMs); at < to; at += stepMs) tell(at)
      tell(to)
    }
    const at = inputs[0]?.at ?? now
    return [...signals.map((signal) => ({ kind: 'signal' as const, signal, at })), ...kept]
  }
}

const isUpdate = (
  input: FeedInput,
  kind: 'depth' | 'mark',
): input is Extract<FeedInput, { readonly kind: 'venueUpdate' }> =>
  input.kind === 'venueUpdate' && input.update.kind === kind

const isOldDisturbance = (input: FeedInput, now: number): boolean =>
  input.kind === 'signal' && input.signal.kind === 'disturbance' && input.signal.at < now - reachMs
