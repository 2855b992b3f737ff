import type { Envelope, ExternalKey } from './envelope.ts'
import { refusalReply } from './idempotency.ts'
import type { QueryRules } from './query.ts'
import type { State, Turn } from './state.ts'
import type { Command, CoreSnapshot, EpochMs, FeedSignal, Moment, Reply, Tick, VenueUpdate } from './types.ts'

/**
 * Which key a command has. It is executed once for each key, and a repeat gets the stored reply. `client`: the actor's client made the key
 * up. `external`: the key is a provider's event.
 */
type KeyKindOf<Key> = Key extends null ? 'none' : Key extends ExternalKey ? 'external' : 'client'

/** How a kind of command is given and executed. */
export interface CommandRule<C extends Envelope> {
  /** Who may give it. */
  readonly actors: readonly C['actor']['kind'][]
  readonly key: KeyKindOf<C['key']>
  /** Null: a command with a key is answered later, by `answerLater`. */
  readonly run: (state: State, command: C, turn: Turn) => Reply | null
}

export type CommandRules = {
  readonly [K in Command['kind']]?: CommandRule<Extract<Command, { readonly kind: K }>>
}

/** Work that does not fit into the turn that caused it; lower ranks go first. */
export interface Work {
  readonly rank: number
  /** Whether work is left at `at`; asked often, so it must be cheap. */
  pending(state: State, at: EpochMs): boolean
  /** Does a part of it: it stops once the turn holds `maxRows` row effects. */
  step(state: State, maxRows: number, turn: Turn): void
}

/** A share in what all books hear; lower ranks hear it first. */
export interface Ear<Said> {
  readonly rank: number
  readonly hear: (state: State, said: Said, turn: Turn) => void
}

/** One book: all that the kernel knows of it. */
export interface Book {
  readonly name: string
  readonly commands: CommandRules
  /** Reads its rows back, after the books before it in the list. */
  restore?(state: State, snapshot: CoreSnapshot): void
  /** The first turn after a start; `lastBatchAt`: the last sign of life before it. */
  begin?(state: State, lastBatchAt: EpochMs | null, turn: Turn): void
  /** Runs before anything else of every turn, and notes what has to be noted as soon as its time has come. Its cost must not grow with members. */
  enter?(state: State, turn: Turn): void
  /**
   * Runs before a command about a member, before a guard of his is judged, before an order of his executes, and before his share of a
   * funding. It may change his account, and may run again within its own changes.
   */
  before?(state: State, memberId: number, turn: Turn): void
  readonly onTick?: Ear<Tick>
  readonly onVenueUpdate?: Ear<VenueUpdate>
  readonly onSignal?: Ear<FeedSignal>
  readonly work?: readonly Work[]
  /** The next time of something to do that is in no heap; null: nothing is known to come. */
  nextAt?(state: State, now: EpochMs): EpochMs | null
  /** Its rows, as the database would give them to `restore`. */
  rows?(state: State, now: Moment): Partial<CoreSnapshot>
  /** Sums that it derives from its rows, in a fixed order: a restored core has the same. */
  digest?(state: State): unknown
  /** What the API may ask. */
  readonly queries?: QueryRules
}

interface OfSite {
  readonly siteId: number
}

/** Runs a command that brings a row of the site that its envelope names; a row of another is refused. */
export const ofOwnSite =
  <Row extends OfSite>(run: (state: State, option: Row, turn: Turn) => Reply) =>
  (state: State, { siteId, option }: OfSite & { readonly option: Row }, turn: Turn): Reply =>
    siteId === option.siteId ? run(state, option, turn) : refusalReply('SITE_MISMATCH')
