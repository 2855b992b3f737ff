import type {
  BetRow,
  CoreSnapshot,
  FillRow,
  FixingRow,
  FundingRow,
  FuturesOption,
  FuturesSettingRow,
  HouseRow,
  MemberLimitRow,
  MemberStateRow,
  OrderRow,
  OverseaOption,
  PositionRow,
  PostingRow,
  RoundOption,
  RoundRow,
  Rows,
  SiteConfig,
  StoredReplyRow,
  WalletRow,
} from '../src/index.ts'
import { resultOfBet, resultOfFill, resultsOfPostings } from './results.ts'

const day = 86_400_000

/** What a house begins with. */
interface Configured {
  readonly options: readonly RoundOption[]
  readonly futuresOptions: readonly FuturesOption[]
  readonly overseaOptions: readonly OverseaOption[]
  readonly house: readonly HouseRow[]
}

/** What a database would hold: the rows of committed batches, and nothing else. A crash loses all but this. */
export class Store {
  readonly wallets = new Map<string, WalletRow>()
  readonly house = new Map<string, HouseRow>()
  readonly postings: PostingRow[] = []
  readonly rounds = new Map<number, RoundRow>()
  readonly bets = new Map<number, BetRow>()
  readonly replies = new Map<string, StoredReplyRow>()
  readonly limits = new Map<string, MemberLimitRow>()
  readonly members = new Map<string, MemberStateRow>()
  readonly options = new Map<number, RoundOption>()
  readonly futuresOptions = new Map<string, FuturesOption>()
  readonly futuresSettings = new Map<string, FuturesSettingRow>()
  readonly orders = new Map<number, OrderRow>()
  readonly positions = new Map<number, PositionRow>()
  readonly fills: FillRow[] = []
  readonly fundings = new Map<string, FundingRow>() // the newest of each instrument
  readonly overseaOptions = new Map<string, OverseaOption>()
  readonly fixings = new Map<string, FixingRow>() // by trading day
  readonly sites: readonly SiteConfig[]
  lastBatchAt: number | null = null

  constructor(sites: readonly SiteConfig[], configured: Partial<Configured>) {
    this.sites = sites
    const { options = [], futuresOptions = [], overseaOptions = [], house = [] } = configured
    for (const option of options) this.options.set(option.id, option)
    for (const option of futuresOptions) this.futuresOptions.set(`${option.siteId}:${option.id}`, option)
    for (const option of overseaOptions) this.overseaOptions.set(`${option.siteId}:${option.id}`, option)
    for (const row of house) this.house.set(`${row.siteId}:${row.account}:${row.currency}`, row)
  }

  /** Commits one batch; throws where a unique key of the database would. */
  commit(batch: readonly Rows[], at: number): void {
    for (const rows of batch) {
      for (const row of rows.wallets) this.wallets.set(`${row.siteId}:${row.memberId}:${row.type}`, row)
      for (const row of rows.house) this.house.set(`${row.siteId}:${row.account}:${row.currency}`, row)
      for (const row of rows.rounds) this.rounds.set(row.id, row)
      for (const row of rows.bets) this.bets.set(row.id, row)
      for (const row of rows.limits)
        this.limits.set(`${row.siteId}:${row.memberId}:${row.kind}:${row.window}:${row.currency}`, row)
      for (const row of rows.members) this.members.set(`${row.siteId}:${row.memberId}`, row)
      for (const row of rows.options) this.options.set(row.id, row)
      for (const row of rows.futuresOptions) this.futuresOptions.set(`${row.siteId}:${row.id}`, row)
      for (const row of rows.futuresSettings) this.futuresSettings.set(`${row.memberId}:${row.optionId}`, row)
      for (const row of rows.orders) this.orders.set(row.id, row)
      for (const row of rows.positions) this.positions.set(row.id, row)
      for (const row of rows.fundings) this.fundings.set(row.instrument, row)
      for (const row of rows.overseaOptions) this.overseaOptions.set(`${row.siteId}:${row.id}`, row)
      for (const row of rows.fixings) {
        if (this.fixings.has(row.tradingDay)) throw new Error(`the dollar of ${row.tradingDay} is fixed twice`)
        this.fixings.set(row.tradingDay, row)
      }
      this.fills.push(...rows.fills)
      for (const row of rows.replies) {
        const name = replyName(row.siteId, row.memberId, row.key)
        if (this.replies.has(name)) throw new Error(`the reply of ${name} is stored twice`)
        this.replies.set(name, row)
      }
      this.postings.push(...rows.postings)
    }
    this.lastBatchAt = at
  }

  snapshot(at: number): CoreSnapshot {
    const limited = new Set([...this.limits.values()].map((row) => `${row.siteId}:${row.memberId}`))
    const today = kstDay(at)
    return {
      sites: this.sites,
      options: [...this.options.values()],
      wallets: [...this.wallets.values()],
      house: [...this.house.values()],
      rounds: [...this.rounds.values()].filter((round) => round.settledAt === null),
      bets: [...this.bets.values()].filter((bet) => bet.status === 0),
      futuresOptions: [...this.futuresOptions.values()],
      futuresSettings: [...this.futuresSettings.values()],
      overseaOptions: [...this.overseaOptions.values()],
      fixings: [...this.fixings.values()],
      orders: [...this.orders.values()].filter((order) => order.closedAt === null),
      positions: [...this.positions.values()].filter((position) => position.closedAt === null),
      recentFills: this.#recentFills(),
      fundings: [...this.fundings.values()],
      limits: [...this.limits.values()],
      members: [...this.members.values()],
      recentResults: [...this.bets.values()]
        .filter(
          (bet) =>
            (bet.status === 1 || bet.status === 2) &&
            bet.settledAt! > at - 30 * day &&
            limited.has(`${bet.siteId}:${bet.memberId}`),
        )
        .map(resultOfBet)
        .concat(
          this.fills
            .filter((fill) => fill.at > at - 30 * day && limited.has(`${fill.siteId}:${fill.memberId}`))
            .map(resultOfFill),
          resultsOfPostings(
            this.postings.filter((row) => row.at > at - 30 * day && limited.has(`${row.siteId}:${row.memberId}`)),
          ),
        ),
      houseToday: this.sites.map(({ siteId }) => ({
        siteId,
        dayKst: today,
        pnl: -[...this.bets.values()]
          .filter((bet) => bet.siteId === siteId && bet.settledAt !== null && kstDay(bet.settledAt) === today)
          .reduce((sum, bet) => sum + bet.profit, 0n),
      })),
      lastBatchAt: this.lastBatchAt,
    }
  }

  /** Executions of the last two seconds before the newest batch. */
  #recentFills(): FillRow[] {
    let first = this.fills.length
    while (first > 0 && this.fills[first - 1]!.at > (this.lastBatchAt ?? 0) - 120_000) first--
    return this.fills.slice(first)
  }
}

export const replyName = (siteId: number, memberId: number, key: string) => `${siteId}:${memberId}:${key}`
/** The KST day of a moment, YYYY-MM-DD. */
export const kstDay = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
