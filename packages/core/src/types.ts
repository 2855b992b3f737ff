/**
 * What goes into and comes out of the core. The core has no I/O, no clock and no randomness: time, ids and salts come in
 * with each call, effects go out, and the runner commits them before anyone hears of them.
 */
import type { ErrorCode, Side, TradeType, WalletType } from '@maru/contract'
import type { EpochMs, IdempotencyKey, Minor, PriceTicks, SessionTimes } from './base.ts'
import type {
  FillRow,
  FixingRow,
  FundingRow,
  FuturesOption,
  FuturesSettingRow,
  FuturesView,
  OrderRow,
  OverseaCommand,
  OverseaOption,
  OverseaView,
  PositionRow,
  Quote,
  TradingCommand,
} from './trading/types.ts'

export type * from './base.ts'
export type * from './trading/types.ts'

/** The payout rate (gross) in basis points: 1.90 = 19_000. */
export type RateBp = number

/** One trade (crypto) or one mid (OANDA) as the venue sent it; the leaf of the tick log. */
export interface Tick {
  readonly instrument: string // feed symbol, e.g. BTCUSDT; a stock name is `{prefix}_{instrument}`
  readonly source: string // 'simulator' | 'replay:<file>' | 'binance' | 'oanda'
  readonly sourceTradeId: string
  readonly sourceTs: EpochMs // venue time, corrected by nothing
  readonly recvTs: EpochMs
  readonly price: PriceTicks
  readonly qty: string // decimal string
  readonly seq: number // per instrument, gapless while the feed lives
}

/**
 * Changes of what the market knows of an instrument, in order with its ticks. An instrument counts as stale until its first
 * 'live' signal after a start; a disturbance that lasts is signalled again at least each second while it lasts.
 */
export type FeedSignal =
  | { readonly kind: 'feed'; readonly instrument: string; readonly state: 'live' | 'stale'; readonly at: EpochMs }
  /** The feed switched its source, or its skew passed 500 ms: rounds that run over `at` become void. */
  | {
      readonly kind: 'disturbance'
      readonly instrument: string
      readonly reason: 'failover' | 'skew'
      readonly at: EpochMs
    }
  /** The session of an instrument closed (isRest) or opened: no round is decided by a closed market. */
  | {
      readonly kind: 'session'
      readonly instrument: string
      readonly isRest: boolean
      readonly at: EpochMs
      /** Of overseas instruments: the session that runs, or the last one while it rests. */
      readonly session?: SessionTimes | null
      readonly nextOpenAt?: EpochMs
      /** The next session opens right after the daily break: neither weekend nor holiday lies between. */
      readonly overnightAllowed?: boolean
    }
  /** A rate of exchange; the fixing of a session is the newest good one. */
  | {
      readonly kind: 'rate'
      readonly pair: 'USDKRW'
      readonly rate: number // 10^-2 KRW a USD
      readonly source: string
      readonly sourceTs: EpochMs
      readonly recvTs: EpochMs
    }
  /** What the venue asks (−) or pays for a year of nights in an instrument, by side. */
  | {
      readonly kind: 'financing'
      readonly instrument: string
      readonly longRatePpm: number
      readonly shortRatePpm: number
      readonly at: EpochMs
    }
  /** A funding that the venue made at `fundingTime`; told after a start, as it may have fallen into the downtime before. */
  | {
      readonly kind: 'funding'
      readonly instrument: string
      readonly fundingTime: EpochMs
      readonly rate: number // 10^-8
      /** The mark of then. */
      readonly price: PriceTicks
      readonly at: EpochMs
    }

/** A signal that says how prices of one instrument come. */
export type InstrumentSignal = Exclude<FeedSignal, { readonly kind: 'rate' | 'financing' | 'funding' }>

/** Time, ids and room for one call. */
export interface Ctx {
  readonly at: EpochMs
  /** The next id; each is used once in the installation. */
  readonly nextId: () => number
}

// ---- configuration (rows that operators edit; loaded at restore, changed by commands) ----

export interface RoundOption {
  readonly siteId: number
  readonly id: number // tradeOptionId
  readonly stock: string // CR_BTCUSDT
  readonly instrument: string // BTCUSDT
  readonly koName: string
  readonly type: TradeType
  readonly precision: number
  readonly currency: 'KRW'
  readonly isPlay: boolean
  readonly isStop: boolean
  readonly payoutRateBp: RateBp
  readonly minPoint: Minor
  readonly maxPoint: Minor
  readonly unit: Minor
  readonly maxRoundPoint: Minor // per member and round
  readonly maxBets: number // per member and round
  readonly minIntervalMs: number
  readonly strikeDelayMs: number
  readonly maxExposure: Minor // per round
}

export interface SiteConfig {
  readonly siteId: number
  readonly maxDayExposure: Minor // ₩300M
  readonly binaryCurrency: 'KRW'
}

// ---- commands ----

export type Command =
  | TradingCommand
  | OverseaCommand
  | {
      readonly kind: 'openAccount'
      readonly siteId: number
      readonly memberId: number
      readonly grants: readonly { readonly type: WalletType; readonly currency: string; readonly amount: Minor }[]
    }
  | {
      readonly kind: 'placeBet'
      readonly siteId: number
      readonly memberId: number
      readonly key: IdempotencyKey
      readonly tradeRoundId: number
      readonly side: Side
      readonly point: Minor
      readonly salt: string
    }
  | { readonly kind: 'abandonKey'; readonly siteId: number; readonly memberId: number; readonly key: string }
  /** Self-set limits (rules J 4): null clears; cuts apply at once, rises after 24 h and `confirmLimits`. */
  | {
      readonly kind: 'setLimits'
      readonly siteId: number
      readonly memberId: number
      readonly key: IdempotencyKey
      readonly limits: readonly LimitSetting[]
      /**
       * The member's settled bets of the last 30 days as the database held them less than a minute ago. Needed when he sets
       * his first limit: the core follows the results of members with a limit only.
       */
      readonly history?: readonly SettledResult[]
    }
  | { readonly kind: 'confirmLimits'; readonly siteId: number; readonly memberId: number; readonly key: IdempotencyKey }
  | {
      readonly kind: 'coolOff'
      readonly siteId: number
      readonly memberId: number
      readonly key: IdempotencyKey
      readonly until: EpochMs
    }
  /** Self-exclusion (rules J 6), six months or more: at once, and never cut or lifted by anyone. */
  | {
      readonly kind: 'selfExclude'
      readonly siteId: number
      readonly memberId: number
      readonly key: IdempotencyKey
      readonly months: number // whole, of the calendar
    }
  | {
      readonly kind: 'setMemberStatus'
      readonly siteId: number
      readonly memberId: number
      readonly status: 'ACTIVE' | 'DENY'
    }
  | { readonly kind: 'configureOption'; readonly option: RoundOption }
  | { readonly kind: 'voidRound'; readonly siteId: number; readonly tradeRoundId: number; readonly reason: string }
  /** The API or the house was not reachable from `from` to `to` (rules A, outage). */
  | { readonly kind: 'outage'; readonly from: EpochMs; readonly to: EpochMs }

/** What one settled bet was worth (voids are none), one fill after its fee, or a posting of funding, financing or forfeited margin. */
export interface SettledResult {
  /** Of the bet, the fill, or the posting's transaction. */
  readonly betId: number
  readonly currency: string
  readonly at: EpochMs // settledAt
  readonly stake: Minor
  readonly profit: Minor // + won, − lost
}

export type LimitKind = 'LOSS' | 'STAKE'
export type LimitWindow = '24h' | '7d' | '30d'
export interface LimitSetting {
  readonly kind: LimitKind
  readonly window: LimitWindow
  readonly currency: 'KRW' | 'USDT'
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

export interface WalletRow {
  readonly siteId: number
  readonly memberId: number
  readonly type: WalletType
  readonly currency: string
  readonly posted: Minor // ledger balance, never negative
  readonly reserved: Minor // gameWaitPoint
}

export interface PostingRow {
  readonly siteId: number
  readonly id: number
  readonly txnId: number // postings of one txnId sum to zero per currency
  readonly account: Account
  readonly memberId: number | null
  readonly walletType: WalletType | null
  readonly currency: string
  readonly amount: Minor // credit positive: a member's balance is the sum of his MEMBER postings
  readonly reason: string // DEMO_GRANT | ROUND_WIN | ROUND_LOSS | …
  readonly refId: number | null
  readonly at: EpochMs
}

/** The chart of accounts (rules D). */
export type Account =
  | 'BANK_KRW'
  | 'COIN_HOT'
  | 'COIN_COLD'
  | 'PROVIDER_CLEARING'
  | 'MEMBER'
  | 'MEMBER_BONUS'
  | 'WITHDRAWAL_PENDING'
  | 'DEPOSIT_SUSPENSE'
  | 'P2P_ESCROW'
  | 'FX_CLEARING'
  | 'PARTNER_PAYABLE'
  | 'TRADER_PAYABLE'
  | 'INSURANCE_FUND'
  | 'FEE_ROUND'
  | 'FEE_FUTURES'
  | 'FEE_OVERSEA'
  | 'FEE_WITHDRAW'
  | 'FUNDING'
  | 'PNL_ROUND'
  | 'PNL_FUTURES'
  | 'PNL_OVERSEA'
  | 'FX_SPREAD'
  | 'BONUS_EXP'
  | 'COMMISSION'
  | 'BAD_DEBT'
  | 'ROUNDING'

export interface HouseRow {
  readonly siteId: number
  readonly account: Account
  readonly currency: string
  readonly balance: Minor
}

export type RoundPhase = 'SCHEDULED' | 'OPEN' | 'LOCKED' | 'RUNNING' | 'SETTLED' | 'VOID'

export interface RoundRow {
  readonly siteId: number
  readonly id: number
  readonly optionId: number
  readonly roundNo: number
  readonly openAt: EpochMs
  readonly lockAt: EpochMs
  readonly startAt: EpochMs
  readonly endAt: EpochMs
  readonly phase: RoundPhase
  readonly payoutRateBp: RateBp
  readonly ruleVersion: string
  readonly status: 0 | 1 | 2 | 3 // 0 in progress, 1 up, 2 down, 3 void
  readonly voidReason: string | null
  /** What an operator publishes with a void round; null for all else. */
  readonly voidNote: string | null
  readonly strikeTick: Tick | null
  readonly closeTick: Tick | null
  readonly buyPoint: Minor
  readonly sellPoint: Minor
  readonly betCount: number
  readonly betRoot: string | null // Merkle root of the bets (hex), at lockAt
  readonly feedStates: readonly InstrumentSignal[] // those from startAt − 2 s to endAt, led by the state at that moment: for the evidence
  readonly decidedAt: EpochMs | null
  readonly settledAt: EpochMs | null // all bets done
}

export interface BetRow {
  readonly siteId: number
  readonly id: number
  readonly tradeRoundId: number
  readonly optionId: number
  readonly memberId: number
  readonly side: Side
  readonly point: Minor
  readonly payoutRateBp: RateBp
  readonly acceptedAt: EpochMs
  readonly leafIndex: number // place in the round's bet tree
  readonly salt: string
  readonly status: 0 | 1 | 2 | 3 // 0 in progress, 1 realised, 2 disqualified, 3 void
  readonly strikePrice: PriceTicks | null
  readonly strikeTick: Tick | null // binary only: the bet's own strike
  readonly closePrice: PriceTicks | null
  readonly profit: Minor // 0 until settled
  readonly voidReason: string | null
  readonly settledAt: EpochMs | null
}

export interface StoredReplyRow {
  readonly siteId: number
  readonly memberId: number
  readonly key: string
  readonly route: string // '' when abandoned before it was used
  readonly bodyHash: string
  readonly status: number
  readonly body: unknown
  readonly at: EpochMs
}

export interface MemberLimitRow {
  readonly siteId: number
  readonly memberId: number
  readonly kind: LimitKind
  readonly window: LimitWindow
  readonly currency: string
  readonly amount: Minor | null
  readonly pendingAmount: Minor | null // a rise that waits
  readonly pendingFrom: EpochMs | null // null: nothing waits
}

export interface MemberStateRow {
  readonly siteId: number
  readonly memberId: number
  readonly status: 'ACTIVE' | 'DENY'
  readonly coolOffUntil: EpochMs | null
  readonly excludedUntil: EpochMs | null // self-exclusion: only ever later
}

/** Row changes by table. An array holds the newest form of each changed row once (postings and replies are inserts). */
export interface Rows {
  readonly wallets: WalletRow[]
  readonly house: HouseRow[]
  readonly postings: PostingRow[]
  readonly rounds: RoundRow[]
  readonly bets: BetRow[]
  readonly replies: StoredReplyRow[]
  readonly limits: MemberLimitRow[]
  readonly members: MemberStateRow[]
  readonly options: RoundOption[]
  readonly futuresOptions: FuturesOption[]
  readonly orders: OrderRow[]
  readonly positions: PositionRow[]
  readonly fills: FillRow[]
  readonly futuresSettings: FuturesSettingRow[]
  readonly fundings: FundingRow[]
  readonly overseaOptions: OverseaOption[]
  readonly fixings: FixingRow[]
}

/** What is published after the commit. `data` is the wire form (contract), JSON without bigint. */
export type CoreEvent =
  | {
      readonly to: 'member'
      readonly siteId: number
      readonly memberId: number
      readonly queue: 'trade' | 'point' | 'futures' | 'oversea'
      readonly event: string
      readonly data: unknown
    }
  /** For everybody of a site who listens to a queue; not counted. */
  | {
      readonly to: 'site'
      readonly siteId: number
      readonly queue: 'oversea'
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

export interface Effects {
  readonly reply: Reply | null
  readonly rows: Rows
  readonly events: readonly CoreEvent[]
}

/** All that the core needs to start again: what is in the database, nothing else. */
export interface CoreSnapshot {
  readonly sites: readonly SiteConfig[]
  readonly options: readonly RoundOption[]
  readonly wallets: readonly WalletRow[]
  readonly house: readonly HouseRow[]
  readonly rounds: readonly RoundRow[] // those with settledAt null (others are ignored)
  readonly bets: readonly BetRow[] // those with status 0
  readonly futuresOptions: readonly FuturesOption[]
  readonly futuresSettings: readonly FuturesSettingRow[]
  readonly orders: readonly OrderRow[] // those with closedAt null
  readonly positions: readonly PositionRow[] // those with closedAt null
  /** Executions of the last 120 s on the domain clock before lastBatchAt: what members took from the books, and what positions grew by. */
  readonly recentFills: readonly FillRow[]
  readonly fundings: readonly FundingRow[] // the newest of each instrument
  readonly overseaOptions: readonly OverseaOption[]
  readonly fixings: readonly FixingRow[] // the newest
  readonly limits: readonly MemberLimitRow[]
  readonly members: readonly MemberStateRow[]
  /** Settled results (bets of status 1 and 2) of the last 30 days of members with a row in member_limit, for the rolling windows. */
  readonly recentResults: readonly (SettledResult & { readonly siteId: number; readonly memberId: number })[]
  /** Realised house result on rounds since 00:00 KST, per site. */
  readonly houseToday: readonly { readonly siteId: number; readonly dayKst: string; readonly pnl: Minor }[]
  /**
   * The newest domain time at which the house is known to have been up (newest batch or lease renewal, so that a quiet house does
   * not look like a dead one); null on a new installation. What came after it, beyond 3 s, is an outage.
   */
  readonly lastBatchAt: EpochMs | null
}

export interface Core {
  /** Executes one command at ctx.at. Never throws for a refusal; throws (a bug) on a broken invariant: the runner must then stop. */
  execute(command: Command, ctx: Ctx): Effects
  /** Takes one tick; strikes bets that waited for it. Work that it causes beyond the bound waits for `advance`. */
  tick(tick: Tick, ctx: Ctx): Effects
  /** Takes a book or a mark; executes what waited for it, fires what it crosses. */
  quote(quote: Quote, ctx: Ctx): Effects
  signal(signal: FeedSignal, ctx: Ctx): Effects
  /** Does what is due at ctx.at, at most `maxRows` row effects; call again while `more()`. Opens, locks, strikes, decides, settles. */
  advance(ctx: Ctx, maxRows: number): Effects
  more(at: EpochMs): boolean
  /** When the next thing is due, or null. */
  nextDueAt(): EpochMs | null
  /**
   * The stored reply of a key that this core executed lately and that may not yet be in the database. The core remembers the newest
   * replies only: the runner looks every key that is not here up in the database BEFORE it executes the command, and answers a
   * stored one with `repeatReply` (or `abandonReply`) itself.
   */
  recentReply(siteId: number, memberId: number, key: string): StoredReplyRow | null
  /** Read model for the API (committed or about to be): the round objects and a member's wallets. */
  view: CoreView
  /** Hash over the whole state in a fixed order; equal for a restored core. */
  stateHash(): string
  snapshot(): CoreSnapshot
}

export interface CoreView {
  wallets(siteId: number, memberId: number): readonly WalletRow[]
  /** The round that takes stakes now (or next) and the one that runs, of an option. */
  currentRounds(siteId: number, optionId: number, at: EpochMs): { betting: RoundRow | null; running: RoundRow | null }
  option(siteId: number, optionId: number): RoundOption | null
  options(siteId: number): readonly RoundOption[]
  /** Open stakes of a member in a round by side. */
  myPoints(siteId: number, memberId: number, roundId: number): { buyPoint: Minor; sellPoint: Minor }
  feedState(instrument: string): { state: 'live' | 'stale'; since: EpochMs }
  readonly futures: FuturesView
  readonly oversea: OverseaView
}
