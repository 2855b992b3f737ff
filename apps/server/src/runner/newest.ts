import type { FeedSignal, VenueUpdate } from '@maru/core'

type Mark = Extract<VenueUpdate, { kind: 'mark' }>
/** As the core is told it, but for its time. */
type ToldInput =
  | { readonly kind: 'signal'; readonly signal: FeedSignal }
  | { readonly kind: 'venueUpdate'; readonly update: VenueUpdate }
type Told = Exclude<FeedSignal, { kind: 'disturbance' | 'funding' }>

/** Fundings are hours apart: a restore misses one at most. */
const keptMarks = 3

/** What the market said last. A core that is restored while the market goes on reads it here. */
export class Newest {
  readonly #signals = new Map<string, Told>()
  readonly #updates = new Map<string, VenueUpdate>()
  readonly #fundings = new Map<string, FeedSignal>()
  /** Of each instrument the last mark before each of its newest fundings. */
  readonly #announcing = new Map<string, Mark[]>()

  venueUpdate(update: VenueUpdate): void {
    this.#updates.set(`${update.kind}:${update.instrument}`, update)
    if (update.kind === 'mark') this.#announce(update)
  }

  signal(signal: FeedSignal): void {
    if (signal.kind === 'disturbance') return
    if (signal.kind === 'funding') this.#fundings.set(`${signal.instrument}:${signal.fundingTime}`, signal)
    else this.#signals.set(`${signal.kind}:${subjectOf(signal)}`, signal)
  }

  /**
   * In the order in which a core takes it: fundings that the venue told, marks that announced fundings whose time is over, then the
   * newest of everything. So a funding whose time fell into the restore is made by the rate and mark that were known before it. No price
   * is acted upon before its feed is live.
   */
  *told(at: number): Generator<ToldInput> {
    for (const signal of this.#fundings.values()) yield { kind: 'signal', signal }
    for (const marks of this.#announcing.values())
      for (const update of marks) if (update.nextFundingTime! <= at) yield { kind: 'venueUpdate', update }
    for (const signal of this.#signals.values())
      yield { kind: 'signal', signal: 'pair' in signal ? signal : { ...signal, at } }
    // A quiet instrument says nothing new for long: what it said last still holds.
    for (const update of this.#updates.values()) yield { kind: 'venueUpdate', update }
  }

  /** Forgets all that was said of an instrument or a pair but where its session stands: a core that does not hear that it is live holds it for stale. */
  forget(subject: string): void {
    const isOf = (one: Told | VenueUpdate | FeedSignal) =>
      ('pair' in one ? one.pair : one.instrument) === subject && one.kind !== 'session'
    for (const kept of [this.#signals, this.#updates, this.#fundings] as Map<string, Told | VenueUpdate | FeedSignal>[])
      for (const [name, one] of kept) if (isOf(one)) kept.delete(name)
    this.#announcing.delete(subject)
  }

  #announce(mark: Mark): void {
    const { instrument, sourceTs, nextFundingTime } = mark
    if (nextFundingTime === null || sourceTs >= nextFundingTime) return
    const marks = this.#announcing.get(instrument) ?? []
    if (marks.at(-1)?.nextFundingTime === nextFundingTime) marks.pop()
    marks.push(mark)
    this.#announcing.set(instrument, marks.slice(-keptMarks))
  }
}

function subjectOf(signal: Told): string {
  if (signal.kind === 'coinRate') return `${signal.pair}:${signal.role}`
  return signal.kind === 'rate' ? signal.pair : signal.instrument
}
