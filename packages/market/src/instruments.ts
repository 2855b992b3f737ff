import type { Instrument } from './feed.ts'

/** An instrument with what only feeds and candles need to know of it. */
export interface MarketInstrument extends Instrument {
  /** Decimals of a traded quantity. An OANDA tick has none: each counts 1, so that volume is the tick count. */
  readonly qtyPrecision: number
  /** What the live venue (Binance USD-M, OANDA) calls it. Issuers rename coins; our symbol stays. */
  readonly feedSymbol: string
}

const crypto = (
  base: string,
  koName: string,
  precision: number,
  tickUnits: number,
  qtyPrecision: number,
  feedBase = base,
): MarketInstrument => ({
  symbol: `${base}USDT`,
  feedSymbol: `${feedBase}USDT`,
  koName,
  kind: 'crypto',
  precision,
  tickUnits,
  qtyPrecision,
  contractUnits: 1,
  staleAfterMs: 2_000,
})

const oanda = (
  symbol: string,
  feedSymbol: string,
  koName: string,
  kind: 'fx' | 'metal' | 'index',
  precision: number,
  tickUnits: number,
  contractUnits: number,
): MarketInstrument => ({
  symbol,
  feedSymbol,
  koName,
  kind,
  precision,
  tickUnits,
  qtyPrecision: 0,
  contractUnits,
  staleAfterMs: 6_000,
})

/** All instruments in the order in which lists show them. Ticks and units of the overseas ones are those of their contracts. */
export const marketInstruments: readonly MarketInstrument[] = [
  crypto('BTC', '비트코인', 1, 1, 3),
  crypto('ETH', '이더리움', 2, 1, 3),
  crypto('DOGE', '도지코인', 5, 1, 0),
  crypto('XRP', '리플', 4, 1, 1),
  crypto('EOS', '이오스', 3, 1, 1, 'A'),
  crypto('MATIC', '폴리곤', 4, 1, 0, 'POL'),
  crypto('ETC', '이더리움 클래식', 3, 1, 2),
  crypto('ADA', '에이다', 4, 1, 0),
  crypto('SOL', '솔라나', 2, 1, 2),
  crypto('TRX', '트론', 5, 1, 0),
  crypto('CHZ', '칠리즈', 5, 1, 0),
  oanda('EURUSD', 'EUR_USD', '유로/달러', 'fx', 5, 10, 12_500),
  oanda('GBPAUD', 'GBP_AUD', '파운드/호주달러', 'fx', 5, 10, 10_000),
  oanda('XAUUSD', 'XAU_USD', '금', 'metal', 2, 10, 10),
  oanda('NAS100', 'NAS100_USD', '나스닥100', 'index', 2, 25, 2),
  oanda('SPX500', 'SPX500_USD', 'S&P500', 'index', 2, 25, 5),
]

export const isOverseas = (instrument: Instrument): boolean => instrument.kind !== 'crypto'

/** Stock names of an instrument by use: rounds and overseas futures share one, perpetuals carry PERP. */
export const stockNames = (instrument: Instrument): readonly string[] =>
  isOverseas(instrument) ? [`OV_${instrument.symbol}`] : [`CR_${instrument.symbol}`, `CR_${instrument.symbol}PERP`]

/** The symbol in a stock name (`CR_BTCUSDTPERP` → `BTCUSDT`), or null where the name has another form. */
export function symbolOf(stock: string): string | null {
  const match = /^(?:CR_([A-Z0-9]{2,16}USDT)(?:PERP)?|OV_([A-Z0-9]{3,16}))$/.exec(stock)
  return match?.[1] ?? match?.[2] ?? null
}
