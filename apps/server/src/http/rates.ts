import type { Rate } from '@maru/contract'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database, Tx } from '../ports.ts'
import { allNumbers, type SiteNumbers } from '../sites/numbers.ts'
import { Refused } from './refused.ts'

/** So many calls in so many seconds. */
interface RateRule {
  readonly points: number
  readonly seconds: number
}
export type RateRules = Readonly<Record<Rate, RateRule>>

export const defaultRates: RateRules = {
  login: { points: 5, seconds: 60 },
  address: { points: 60, seconds: 60 },
  guess: { points: 20, seconds: 60 },
  network: { points: 300, seconds: 60 },
  slowed: { points: 1, seconds: 10 },
  sms: { points: 30, seconds: 3_600 },
  refresh: { points: 30, seconds: 60 },
  otp: { points: 3, seconds: 60 },
  code: { points: 20, seconds: 600 },
  order: { points: 10, seconds: 1 },
  money: { points: 5, seconds: 60 },
  signup: { points: 60, seconds: 60 },
  lookup: { points: 60, seconds: 60 },
  recipient: { points: 10, seconds: 60 },
  setting: { points: 10, seconds: 60 },
  desk: { points: 120, seconds: 60 },
  console: { points: 1_200, seconds: 60 },
  abandon: { points: 30, seconds: 60 },
  chat: { points: 20, seconds: 30 },
  typing: { points: 60, seconds: 60 },
  read: { points: 300, seconds: 60 },
}

/** Those that must hold over restarts and processes; the others count in memory, where a bet has no time for a query. */
const durable: readonly Rate[] = ['login', 'otp', 'code', 'sms', 'money', 'recipient']

/** Those that a site sets for itself. */
const ofSite = {
  login: 'signInsAMinute',
  refresh: 'refreshesAMinute',
  order: 'ordersASecond',
  money: 'moneyAMinute',
  otp: 'otpsAMinute',
} as const satisfies Partial<Record<Rate, keyof SiteNumbers>>
/** A rate that a site has changed holds after so long at most. */
const keptMs = 2_000

export class Rates {
  private readonly limiters = new Map<string, RateLimiterAbstract>()
  private readonly db: Database
  private readonly rules: RateRules
  /** null: rules of a test, which no site changes. */
  private sites: ReadonlyMap<number, SiteNumbers> | null
  private readAt = 0
  private reading: Promise<void> | null = null

  constructor(db: Database, rules: RateRules | undefined) {
    this.db = db
    this.rules = rules ?? defaultRates
    this.sites = rules === undefined ? new Map() : null
  }

  /** Reads what sites have set. */
  async load(): Promise<void> {
    if (this.sites === null) return
    this.sites = await this.db.system(allNumbers)
    this.readAt = performance.now()
  }

  /** Counts one call; throws RATE_LIMITED, of messages in a chat CHAT_FLOOD, when it is one too many of its site. */
  async take(rate: Rate, key: string, siteId?: number): Promise<void> {
    this.renew()
    try {
      await this.limiterOf(rate, siteId).consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes)
        throw new Refused(rate === 'chat' ? 'CHAT_FLOOD' : 'RATE_LIMITED', {}, error.msBeforeNext / 1000)
      throw error
    }
  }

  /** A call that `take` counted counts no more. */
  async giveBack(rate: Rate, key: string): Promise<void> {
    await this.limiterOf(rate).reward(key)
  }

  private limiterOf(rate: Rate, siteId?: number): RateLimiterAbstract {
    const own = siteId === undefined ? undefined : this.sites?.get(siteId)
    const points = own && rate in ofSite ? own[ofSite[rate as keyof typeof ofSite]] : this.rules[rate].points
    const name = `${rate}:${points}`
    const known = this.limiters.get(name)
    if (known) return known
    const options = { keyPrefix: rate, points, duration: this.rules[rate].seconds }
    const made = durable.includes(rate) ? inDatabase(this.db, options) : new RateLimiterMemory(options)
    this.limiters.set(name, made)
    return made
  }

  /** No call waits for what sites have set since: those that come after it go by it. While the database is away, what is known holds. */
  private renew(): void {
    if (this.sites === null || this.reading !== null || performance.now() < this.readAt + keptMs) return
    this.reading = this.load()
      .catch(() => undefined)
      .finally(() => {
        this.readAt = performance.now()
        this.reading = null
      })
  }
}

function inDatabase(db: Database, options: IRateLimiterOptions): RateLimiterAbstract {
  const client = {
    query: async (statement: { text: string; values?: unknown[] }) => ({
      rows: await db.system((tx) => tx.query(statement.text, statement.values ?? [])),
    }),
  }
  return new RateLimiterPostgres({
    ...options,
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false, // a job does
  })
}

/** Deletes counters that ended before `before` (wall clock), at most `limit`; returns how many. */
export async function forgetRates(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from rate_limit where key in (select key from rate_limit where expire < $1 limit $2) returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}
