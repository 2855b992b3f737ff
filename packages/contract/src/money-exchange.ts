import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Coin, WalletType } from './enums.ts'
import { DnwLegs, MoneyPoint, moneyRefusals, moneyRequest } from './money-row.ts'
import { Decimal, EpochMs } from './primitives.ts'

const tag = '전환'

/** A wallet or KRW: BINARY and KRW mean the same money, FUTURES and USDT the same price. */
const ExchangeEnd = z
  .union([WalletType, z.literal('KRW')])
  .meta({ description: 'A wallet, a coin or KRW', example: 'BTC' })
const QuoteId = z.string().min(1).max(600)

/** The mid of a pair: how many of `to` one `from` is worth; the spread is taken per side of KRW and once between coins. */
export const ExchangeRate = z.object({
  mid: Decimal,
  spread: Decimal.meta({ description: 'Fraction: 0.005 = 0.5 %' }),
  at: EpochMs,
})
export type ExchangeRate = z.infer<typeof ExchangeRate>

export const Quote = z.object({
  quoteId: QuoteId.meta({ description: 'Signed; used once, before expiresAt' }),
  rate: Decimal.meta({ description: 'receive / point' }),
  mid: Decimal,
  spread: Decimal,
  fee: Decimal,
  receive: Decimal,
  expiresAt: EpochMs,
})
export type Quote = z.infer<typeof Quote>

const refusals = [
  ...moneyRefusals,
  'APPLY_BELOW_MIN',
  'AMOUNT_UNIT_MISMATCH',
  'BALANCE_INSUFFICIENT',
  'BONUS_ROLLOVER_REMAINING',
  'CURRENCY_UNSUPPORTED',
  'CONVERT_LIMIT',
  'QUOTE_EXPIRED',
  'QUOTE_USED',
  'TRY_AGAIN_LATER',
] as const
const command = { ...moneyRequest, tag, response: DnwLegs, errors: refusals } as const
const pair = z.object({ from: ExchangeEnd, to: ExchangeEnd })

export const exchangeEndpoints = {
  dnwRate: endpoint({
    method: 'GET',
    path: '/api/dnw/rate',
    summary: '환율 하나',
    tag,
    auth: 'member',
    query: pair,
    response: ExchangeRate,
    errors: ['CURRENCY_UNSUPPORTED', 'TRY_AGAIN_LATER'],
  }),
  dnwRateMap: endpoint({
    method: 'GET',
    path: '/api/dnw/rate/map',
    summary: '환율 모두: 지금 알 수 있는 것만',
    tag,
    auth: 'member',
    response: z.record(z.string(), ExchangeRate).meta({ description: 'By pair, as BTC_KRW' }),
    errors: [],
  }),
  dnwQuote: endpoint({
    method: 'GET',
    path: '/api/dnw/quote',
    summary: '전환 견적: 10초 동안 한 번 쓸 수 있습니다',
    tag,
    auth: 'member',
    rate: 'read',
    query: pair.extend({ point: z.string().regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/) }),
    response: Quote,
    errors: ['CURRENCY_UNSUPPORTED', 'APPLY_BELOW_MIN', 'AMOUNT_UNIT_MISMATCH', 'TRY_AGAIN_LATER'],
  }),
  dnwConvert: endpoint({
    ...command,
    path: '/api/dnw/convert',
    summary: '전환: 신청 뒤 처음 온 환율로 정해집니다',
    body: z.strictObject({ from: ExchangeEnd, to: ExchangeEnd, point: MoneyPoint, quoteId: QuoteId.optional() }),
  }),
  dnwBuy: endpoint({
    ...command,
    path: '/api/dnw/buy/apply',
    summary: '코인 구매',
    body: z.strictObject({ coin: Coin, point: MoneyPoint, quoteId: QuoteId.optional() }),
  }),
  dnwSell: endpoint({
    ...command,
    path: '/api/dnw/sell/apply',
    summary: '코인 판매',
    body: z.strictObject({ coin: Coin, point: MoneyPoint, quoteId: QuoteId.optional() }),
  }),
}
