/** How an instrument behaves in the simulator. */
export interface Profile {
  /** The price around which it moves. */
  readonly base: number
  /** Yearly volatility of its own part, beside its factor's. */
  readonly own: number
  readonly factor: Factor
  readonly beta: number
  /** Trades (crypto) or changes of the best prices (OANDA) a second in a market of average activity. */
  readonly rate: number
  /** Typical quantity of a trade and of a level. */
  readonly qty: number
  /** Usual distance from bid to ask, in tick sizes. */
  readonly spread: number
}

/** What several instruments share; value: yearly volatility. */
export const factors = { crypto: 0.42, dollar: 0.06, equity: 0.16 } as const
export type Factor = keyof typeof factors

export const profiles: Readonly<Record<string, Profile>> = {
  BTCUSDT: { base: 65_000, own: 0.18, factor: 'crypto', beta: 1, rate: 6, qty: 0.04, spread: 1 },
  ETHUSDT: { base: 3_400, own: 0.25, factor: 'crypto', beta: 1.2, rate: 5, qty: 0.6, spread: 1 },
  DOGEUSDT: { base: 0.14, own: 0.45, factor: 'crypto', beta: 1.3, rate: 2.5, qty: 9_000, spread: 1 },
  XRPUSDT: { base: 0.62, own: 0.4, factor: 'crypto', beta: 1.1, rate: 3, qty: 2_000, spread: 1 },
  EOSUSDT: { base: 0.78, own: 0.42, factor: 'crypto', beta: 1.2, rate: 1.2, qty: 900, spread: 1 },
  MATICUSDT: { base: 0.58, own: 0.45, factor: 'crypto', beta: 1.3, rate: 1.5, qty: 1_500, spread: 1 },
  ETCUSDT: { base: 26, own: 0.38, factor: 'crypto', beta: 1.2, rate: 1.5, qty: 30, spread: 1 },
  ADAUSDT: { base: 0.46, own: 0.4, factor: 'crypto', beta: 1.2, rate: 2, qty: 2_500, spread: 1 },
  SOLUSDT: { base: 150, own: 0.4, factor: 'crypto', beta: 1.4, rate: 4, qty: 8, spread: 1 },
  TRXUSDT: { base: 0.13, own: 0.28, factor: 'crypto', beta: 0.7, rate: 1.5, qty: 9_000, spread: 1 },
  CHZUSDT: { base: 0.085, own: 0.5, factor: 'crypto', beta: 1.2, rate: 1.2, qty: 12_000, spread: 1 },
  EURUSD: { base: 1.085, own: 0.035, factor: 'dollar', beta: 1, rate: 2.5, qty: 1, spread: 1 },
  GBPAUD: { base: 1.925, own: 0.065, factor: 'dollar', beta: 0.3, rate: 2, qty: 1, spread: 2 },
  XAUUSD: { base: 2_650, own: 0.13, factor: 'dollar', beta: 1, rate: 3, qty: 1, spread: 3 },
  NAS100: { base: 24_800, own: 0.07, factor: 'equity', beta: 1.25, rate: 4, qty: 1, spread: 4 },
  SPX500: { base: 6_800, own: 0.04, factor: 'equity', beta: 1, rate: 3, qty: 1, spread: 2 },
}
