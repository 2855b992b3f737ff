import type { Ask } from './ask.ts'
import type {
  Command,
  CoreSnapshot,
  Ctx,
  Effects,
  FeedSignal,
  Moment,
  NextDue,
  ReplyKey,
  StoredReplyRow,
  Tick,
  VenueUpdate,
} from './types.ts'

/** What the runner sees of a core. */
export interface Core {
  /** Executes one command at ctx.at. Never throws for a refusal; throws (a bug) on a broken invariant: the runner must then stop. */
  execute(command: Command, ctx: Ctx): Effects
  /** Takes one tick; strikes bets that waited for it. Work that it causes beyond the bound waits for `advance`. */
  tick(tick: Tick, ctx: Ctx): Effects
  /** Takes a book or a mark; executes what waited for it, fires what it crosses. */
  venueUpdate(update: VenueUpdate, ctx: Ctx): Effects
  signal(signal: FeedSignal, ctx: Ctx): Effects
  /** Does what is due at ctx.at, at most `maxRows` row effects; call again while `more()`. Opens, locks, strikes, decides, settles. */
  advance(ctx: Ctx, maxRows: number): Effects
  /** Whether anything is due by either clock, or work is left over. */
  more(moment: Moment): boolean
  nextDue(): NextDue
  /**
   * The stored reply of a key that this core executed lately and that may not yet be in the database. The core remembers the newest
   * replies only: the runner looks every key that is not here up in the database BEFORE it executes the command, and answers a
   * stored one with `repeatReply` (or `abandonReply`) itself.
   */
  recentReply(key: ReplyKey): StoredReplyRow | null
  /** Answers from memory, as it is after the newest call: what is committed of it the runner knows. Changes nothing. */
  readonly ask: Ask
  /** Hash over the whole state in a fixed order; equal for a restored core. */
  stateHash(): string
  snapshot(): CoreSnapshot
}
