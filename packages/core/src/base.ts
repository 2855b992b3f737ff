/** What every other type of the core is made of: time, money, prices, keys. */

/** Milliseconds since 1970 on the domain clock. */
export type EpochMs = number
/** An amount in the currency's minor unit (KRW 0 decimals, USDT 8). */
export type Minor = bigint
/** A price in units of 10^-precision of its instrument (a mid too: rules A round it at `precision`, not at the venue's tick). */
export type PriceUnits = number
export interface IdempotencyKey {
  readonly key: string // UUID
  readonly route: string // 'POST /api/trade/history/betting'
  readonly bodyHash: string // SHA-256 hex of the RFC 8785 form of the body
}

export interface SessionTimes {
  readonly tradingDay: string // the KST day on which it opened, YYYY-MM-DD
  readonly openAt: EpochMs
  readonly closeAt: EpochMs
}
