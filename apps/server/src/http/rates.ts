import type { Rate } from '@maru/contract'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database, Tx } from '../ports.ts'
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
  abandon: { points: 30, seconds: 60 },
  read: { points: 300, seconds: 60 },
}

/** Those that must hold over restarts and processes; the others count in memory, where a bet has no time for a query. */
const durable: readonly Rate[] = ['login', 'otp', 'code', 'money', 'recipient']

export class Rates {
  private readonly limiters: ReadonlyMap<Rate, RateLimiterAbstract>

  constructor(db: Database, rules: RateRules = defaultRates) {
    this.limiters = new Map(
      (Object.keys(rules) as Rate[]).map((rate) => {
        const options = { keyPrefix: rate, points: rules[rate].points, duration: rules[rate].seconds }
        return [rate, durable.includes(rate) ? inDatabase(db, options) : new RateLimiterMemory(options)]
      }),
    )
  }

  /** Counts one call; throws RATE_LIMITED when it is one too many. */
  async take(rate: Rate, key: string): Promise<void> {
    try {
      await this.limiters.get(rate)?.consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw new Refused('RATE_LIMITED', {}, error.msBeforeNext / 1000)
      throw error
    }
  }

  /** A call that `take` counted counts no more. */
  async giveBack(rate: Rate, key: string): Promise<void> {
    await this.limiters.get(rate)?.reward(key)
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
