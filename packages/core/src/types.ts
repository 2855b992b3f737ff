/**
 * What goes into and comes out of the core. The core has no I/O, no clock and no randomness: time, ids and salts come in
 * with each call, effects go out, and the runner commits them before anyone hears of them.
 */
import type { ErrorCode, Side, WalletType } from '@maru/contract'
import type { EpochMs, Minor } from './base.ts'
import type { CommissionCommand } from './commissions/types.ts'
import type { ConfigScope } from './configuration/tables.ts'
import type { CopyCommand } from './copies/types.ts'
import type { MemberEnvelope, StaffEnvelope, SystemEnvelope } from './envelope.ts'
import type { FuturesOption } from './futures/tables.ts'
import type { FuturesCommand } from './futures/types.ts'
import type { CeilingKind, CeilingUnit, LimitKind, LimitUnit, LimitWindow } from './limits/tables.ts'
import type { MoneyCommand } from './money/types.ts'
import type { OverseaOption } from './oversea/tables.ts'
import type { OverseaCommand } from './oversea/types.ts'
import type { ReleaseCommand } from './releases/types.ts'
import type { RiskGroupCommand } from './risk-groups/types.ts'
import type { RoundOption } from './rounds/tables.ts'
import type { StopCommand } from './stops/types.ts'
import type { ReplyKey } from './tables/house.ts'
import type { RestoredRows, Rows, RowsBefore } from './tables/index.ts'
import type { TradingCommand } from './trading/types.ts'

export type * from './base.ts'
export type * from './commissions/tables.ts'
export type * from './commissions/types.ts'
export type * from './configuration/tables.ts'
export type * from './copies/tables.ts'
export type * from './copies/types.ts'
export type * from './envelope.ts'
export type * from './feed.ts'
export type * from './futures/tables.ts'
export type * from './futures/types.ts'
export type * from './limits/tables.ts'
export type * from './money/bonus/tables.ts'
export type * from './money/bonus/types.ts'
export type * from './money/p2p/tables.ts'
export type * from './money/tables.ts'
export type * from './money/treasury/tables.ts'
export type * from './money/treasury/types.ts'
export type * from './money/types.ts'
export type * from './outgoing/tables.ts'
export type * from './oversea/tables.ts'
export type * from './oversea/types.ts'
export type * from './releases/tables.ts'
export type * from './releases/types.ts'
export type * from './risk-groups/tables.ts'
export type * from './risk-groups/types.ts'
export type * from './rounds/tables.ts'
export type * from './stops/tables.ts'
export type * from './stops/types.ts'
export type * from './tables/house.ts'
export type { Rows, RowsBefore } from './tables/index.ts'
export type * from './trading/tables.ts'
export type * from './trading/types.ts'

/** The payout rate (gross) in basis points: 1.90 = 19_000. */
export type RateBp = number

/** One time by both clocks; they differ where the domain clock has a start or a speed of its own. */
export interface Moment {
  /** The domain clock: rounds, sessions, prices. */
  readonly at: EpochMs
  /** The wall clock: use, and what happens to money outside the core. */
  readonly wall: EpochMs
}

/** Time and ids for one call. */
export interface Ctx extends Moment {
  /** The next id; each is used once in the installation. */
  readonly nextId: () => number
}

/** When something is due next by each clock; null: nothing is known to come. */
export interface NextDue {
  readonly at: EpochMs | null
  readonly wall: EpochMs | null
}

// ---- commands ----

export type Command =
  | TradingCommand
  | FuturesCommand
  | OverseaCommand
  | MoneyCommand
  | RiskGroupCommand
  | StopCommand
  | ReleaseCommand
  | CommissionCommand
  | CopyCommand
  | (SystemEnvelope & {
      readonly kind: 'openMember'
      readonly memberId: number
      readonly grants: readonly { readonly type: WalletType; readonly currency: string; readonly amount: Minor }[]
      /** A member of staff: no grants, and no command of his own is taken. */
      readonly isStaff?: boolean
    })
  | (MemberEnvelope & {
      readonly kind: 'placeBet'
      readonly tradeRoundId: number
      readonly side: Side
      readonly point: Minor
      readonly salt: string
    })
  | (MemberEnvelope<null> & { readonly kind: 'abandonKey'; readonly abandoned: string })
  /** Self-set limits (rules J 4): null clears; cuts apply at once, rises after 24 h and `confirmLimits`. */
  | (MemberEnvelope & {
      readonly kind: 'setLimits'
      readonly limits: readonly LimitSetting[]
      /**
       * The member's settled bets of the last 30 days as the database held them less than a minute ago. Needed when he sets
       * his first limit: the core follows the results of members with a limit only.
       */
      readonly history?: readonly SettledResult[]
      /** His use of the last 30 days in the same way, by the wall clock: the core follows the use of members with a time limit only. */
      readonly uses?: readonly Use[]
      /** What was credited to him in the last 30 days in the same way: the core follows the deposits of members with a deposit limit only. */
      readonly deposits?: readonly Deposited[]
    })
  /** A stretch of a member's use so far; one that was told before comes again with a later end. Counted once, whatever overlaps. */
  | (SystemEnvelope & { readonly kind: 'countUse'; readonly memberId: number; readonly use: Use })
  | (MemberEnvelope & { readonly kind: 'confirmLimits' })
  /** What staff allow one member at most; null lifts it. */
  | (StaffEnvelope & {
      readonly kind: 'setCeiling'
      readonly memberId: number
      readonly ceiling: CeilingKind
      readonly currency: CeilingUnit
      readonly amount: Minor | null
      readonly before: Minor | null
      /** What was credited to him in the last 30 days, as `setLimits` has it. */
      readonly deposits: readonly Deposited[]
    })
  | (MemberEnvelope & { readonly kind: 'coolOff'; readonly until: EpochMs })
  /** Self-exclusion (rules J 6), six months or more: at once, and never cut or lifted by anyone. */
  | (MemberEnvelope & {
      readonly kind: 'selfExclude'
      readonly months: number // whole, of the calendar
    })
  | ((StaffEnvelope | SystemEnvelope) & {
      readonly kind: 'setMemberStatus'
      readonly memberId: number
      readonly status: 'ACTIVE' | 'DENY'
    })
  /** New values of keys of a site or an option, from `effectiveFrom` (domain time; null: at once) on. Amounts are strings of digits. */
  | (StaffEnvelope & {
      readonly kind: 'configure'
      readonly scope: ConfigScope
      readonly optionId: number | null // null: the site's
      readonly changes: Readonly<Record<string, unknown>>
      readonly effectiveFrom: EpochMs | null
    })
  /** The same of several rows, all or none. From a time that has passed meanwhile it holds at once. */
  | (StaffEnvelope & {
      readonly kind: 'configureSet'
      readonly items: readonly ConfigItem[]
      readonly effectiveFrom: EpochMs | null
    })
  | (StaffEnvelope & { readonly kind: 'withdrawChange'; readonly id: number })
  /** Opens a site as shipped, or adds the options that it lacks; ids of rounds are the core's. */
  | (SystemEnvelope & {
      readonly kind: 'openSite'
      readonly rounds: readonly Omit<RoundOption, 'siteId' | 'id'>[]
      readonly futures: readonly Omit<FuturesOption, 'siteId'>[]
      readonly oversea: readonly Omit<OverseaOption, 'siteId'>[]
    })
  /** Adds an option of rounds, or replaces it as a whole. */
  | (StaffEnvelope & { readonly kind: 'configureOption'; readonly option: RoundOption })
  /** The reason is published. */
  | (StaffEnvelope & { readonly kind: 'voidRound'; readonly tradeRoundId: number })
  /** The API or the house was not reachable from `from` to `to` (rules A, outage). */
  | (SystemEnvelope<null> & { readonly kind: 'outage'; readonly from: EpochMs; readonly to: EpochMs })

/** New values of keys of one row. */
export interface ConfigItem {
  readonly scope: ConfigScope
  readonly optionId: number | null // null: the site's
  readonly changes: Readonly<Record<string, unknown>>
  /** What held when the change was asked for; where it does not hold any more, somebody else was first. */
  readonly before: Readonly<Record<string, unknown>>
}

/** What one settled bet was worth (voids are none), one fill after its fee, or a posting of funding, financing or forfeited margin. */
export interface SettledResult {
  /** Id of the bet or of the fill that it came from, or of the transaction of a posting. */
  readonly sourceId: number
  readonly currency: string
  readonly at: EpochMs // wall clock
  readonly stake: Minor
  readonly profit: Minor // + won, − lost
}

/** What a deposit brought to a member, of a request or without one. */
export interface Deposited {
  readonly dnwId: number
  readonly currency: string
  readonly at: EpochMs // wall clock
  readonly amount: Minor
}

/** A stretch of time in which a member was here, by the wall clock. */
export interface Use {
  readonly from: EpochMs
  readonly to: EpochMs
}

export interface LimitSetting {
  readonly kind: LimitKind
  readonly window: LimitWindow
  readonly currency: LimitUnit
  readonly amount: Minor | null
}

// ---- effects ----

/**
 * What the caller is told. `status` and `body` are stored with the idempotency key and repeated verbatim; replies of status 429 and
 * 5xx are not stored (the key stays free).
 */
export interface Reply {
  readonly status: number
  readonly body: unknown // JSON without bigint
}

/** A refusal: the body of a Reply with status >= 400. */
export interface Refusal {
  readonly code: ErrorCode
  readonly params: Readonly<Record<string, string | number>>
}

/** What is published after the commit. `data` is the wire form (contract), JSON without bigint. */
export type CoreEvent =
  | {
      readonly to: 'member'
      readonly siteId: number
      readonly memberId: number
      readonly queue: 'trade' | 'point' | 'futures' | 'oversea' | 'error'
      readonly event: string
      /** Built each time that it is read. */
      readonly data: unknown
    }
  /** For everybody of a site who listens to a queue; not counted. */
  | {
      readonly to: 'site'
      readonly siteId: number
      readonly queue: 'futures' | 'oversea'
      readonly event: string
      readonly data: unknown
    }
  | {
      readonly to: 'topic'
      readonly siteId: number
      readonly topic: string // the whole destination: /topic/trade/12
      readonly event: string
      readonly data: unknown
    }

/** The answer to a command that was given in an earlier turn. */
export interface LateReply {
  readonly key: ReplyKey
  readonly reply: Reply
}

export interface Effects {
  /** Null where no command was given, or its answer comes later. */
  readonly reply: Reply | null
  readonly late: readonly LateReply[]
  readonly rows: Rows
  readonly before: RowsBefore
  readonly events: readonly CoreEvent[]
}

/** All that the core needs to start again: what is in the database, nothing else. */
export interface CoreSnapshot extends RestoredRows {
  /** The group whose sites these are; it keys what is written about instruments. */
  readonly siteGroup: string
  /** Settled results (bets of status 1 and 2) of the last 30 days of members with a row in member_limit, for the rolling windows. */
  readonly recentResults: readonly (SettledResult & { readonly siteId: number; readonly memberId: number })[]
  /** Use of the last 30 days of members with a TIME limit, also one that is cleared; stretches may overlap. */
  readonly uses: readonly (Use & { readonly siteId: number; readonly memberId: number })[]
  /** What was credited in the last 30 days (wall clock) to members with a DEPOSIT limit or ceiling, also one that is cleared. */
  readonly recentDeposits: readonly (Deposited & { readonly siteId: number; readonly memberId: number })[]
  /** Realised house result on rounds since 00:00 KST, per site. */
  readonly houseToday: readonly { readonly siteId: number; readonly dayKst: string; readonly pnl: Minor }[]
  /**
   * The newest domain time at which the house is known to have been up (newest batch or lease renewal, so that a quiet house does
   * not look like a dead one); null on a new installation. What came after it, beyond 3 s, is an outage.
   */
  readonly lastBatchAt: EpochMs | null
}
