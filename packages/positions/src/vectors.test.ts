import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { type Bracket, type Brackets, bracketFault, maintenanceMargin, strictestOf } from './brackets.ts'
import { contractScale, pnlKrw } from './contracts.ts'
import { formatRational, formatUnits } from './decimal.ts'
import { fundingByIndex, fundingIndexStep, fundingPayment } from './funding.ts'
import { bankruptcyPrice, crossMargin, liquidationPriceText } from './liquidation.ts'
import { feeOf, initialMargin } from './margin.ts'
import { addFill, averageEntry, flat, type Position, unrealizedPnl } from './position.ts'
import { notionalOf, type QuoteScale, quoteOf, quoteScale } from './scale.ts'

interface Vector {
  readonly id: string
  readonly group: string
  // biome-ignore lint/suspicious/noExplicitAny: each group has its own fields, all decimal strings
  readonly inputs: any
  // biome-ignore lint/suspicious/noExplicitAny: each group has its own fields, all decimal strings
  readonly expected: any
  readonly tolerance: string
}
const file = join(import.meta.dirname, '../../../../shared/data/margin-vectors.json')
const here = existsSync(file)
if (!here) console.log('skipped: the published vectors are not beside the repository')
const vectors: readonly Vector[] = here ? JSON.parse(readFileSync(file, 'utf8')).vectors : []

/** Published vectors whose formula is another venue's, and where it parts from rules B. */
const notOurs: Readonly<Record<string, string>> = {
  'liq.gate_okx_takerfee': 'counts the closing fee into the liquidation price',
  'liq.bybit_entry_mm': 'holds maintenance at the entry notional, rules B take it at the mark',
  'liq.add_margin': 'the same: the price moves by extra ÷ q, not by extra ÷ (q × (1 - MMR))',
  'liq.fees_vs_maxlev': 'liquidates at exhausted collateral or a highest leverage, no maintenance rate',
  order_cost: 'reserves the closing fee at the bankruptcy price, rules B twice the fee of the order notional',
  roe: 'counts the closing fee into the invested margin',
  tier_lookup: 'looks up a table that the vector does not carry',
  bankruptcy_cross: 'splits a deficit by maintenance, rules B take whole positions, largest first',
  partial_liquidation_size: 'cuts by what maintenance lacks, rules B cut to the next lower tier',
}
/** Of fill_sequence_fee_in_pnl, those with a fee: they count the opening fee into the result, ours stands beside it. */
const feeInResult = (vector: Vector) => vector.group === 'fill_sequence_fee_in_pnl' && vector.inputs.fee_rate !== '0'

const money = (text: string): bigint => BigInt(new Decimal(text).mul(1e8).toFixed(0))
const units = (text: string, decimals: number): number =>
  new Decimal(text).mul(new Decimal(10).pow(decimals)).toNumber()
const ppm = (text: string): number => units(text, 6)
const places = (text: string): number => new Decimal(text).decimalPlaces()
const scaleOf = (price: string, qty: string): QuoteScale => quoteScale(places(price), places(qty))
/** One bracket without cap: the vectors name the rate and cum that hold. */
const oneBracket = (mmr: string, cum: string): Brackets => [
  { notionalCap: 10n ** 30n, maxLeverage: 1, mmrPpm: ppm(mmr), cum: money(cum) },
]
const held = (side: string, qty: string, entry: string, scale: QuoteScale): Position => {
  const signed = Number(side) * units(qty, scale.qtyPrecision)
  return { qty: signed, entryQuote: quoteOf(units(entry, scale.precision), signed, scale) }
}
const near = (actual: string | null, expected: string, tolerance: string) => {
  expect(actual).not.toBeNull()
  const off = new Decimal(actual!).minus(expected).abs()
  expect(off.lte(tolerance), `${actual} is not within ${tolerance} of ${expected}`).toBe(true)
}
const usdt = (amount: bigint) => formatUnits(amount, 8)
const realisedBy = (fills: readonly (readonly [string, string, string])[], scale: QuoteScale, feePpm: number) => {
  let position = flat
  let realized = 0n
  for (const [side, qty, price] of fills) {
    const steps = units(qty, scale.qtyPrecision)
    const quote = notionalOf(units(price, scale.precision), steps, scale)
    const effect = addFill(position, side === 'buy' ? steps : -steps, quote)
    position = effect.position
    realized += effect.realizedPnl - feeOf(quote, feePpm)
  }
  return { position, realized }
}

const proofs: Readonly<Record<string, (vector: Vector) => void>> = {
  'liq.binance': ({ id, inputs, expected, tolerance }) => {
    const scale = scaleOf(inputs.entry, inputs.qty)
    const position = held(inputs.side, inputs.qty, inputs.entry, scale)
    const brackets = oneBracket(inputs.mmr, inputs.cum)
    let margin =
      inputs.wallet === undefined
        ? initialMargin(position.entryQuote < 0n ? -position.entryQuote : position.entryQuote, Number(inputs.leverage))
        : money(inputs.wallet)
    if (inputs.other) {
      const { qty, entry, mark, mmr, cum } = inputs.other
      const other = scaleOf(entry, qty)
      const pnl = unrealizedPnl(held('1', qty, entry, other), units(mark, other.precision), other)
      const notional = notionalOf(units(mark, other.precision), units(qty, other.qtyPrecision), other)
      margin = crossMargin(margin, pnl, maintenanceMargin(notional, oneBracket(mmr, cum)))
    }
    near(liquidationPriceText(margin, position, brackets, scale, 12), expected.liq, tolerance)
    if (id !== 'btcex-auto-margin') return
    const markScale = scaleOf(inputs.mark, inputs.qty)
    const notional = notionalOf(units(inputs.mark, markScale.precision), position.qty, markScale)
    const added = maintenanceMargin(notional, brackets)
    near(usdt(added), expected.added, '0')
    near(liquidationPriceText(margin + added, position, brackets, scale, 12), expected.liq_after, tolerance)
  },
  bankruptcy: ({ inputs, expected }) => {
    const scale = scaleOf(inputs.entry, '1')
    const position = held(inputs.side, '1', inputs.entry, scale)
    const margin = initialMargin(position.entryQuote, Number(inputs.leverage))
    expect(bankruptcyPrice(margin, position, scale)).toBe(Number(expected.bankruptcy))
  },
  avg_entry: ({ inputs, expected }) => {
    const { position } = realisedBy(
      inputs.fills.map(([qty, price]: [string, string]) => ['buy', qty, price]),
      quoteScale(0, 1),
      0,
    )
    expect(formatRational(averageEntry(position, quoteScale(0, 1))!, 0)).toBe(expected.avg)
  },
  upnl: ({ inputs, expected }) => {
    const scale = quoteScale(2, 2)
    const position = held(inputs.side, inputs.qty, inputs.entry, scale)
    near(usdt(unrealizedPnl(position, units(inputs.mark, 2), scale)), expected.upnl, '0')
  },
  tier_cum: ({ inputs, expected }) => {
    // The coin-margined vector names one step: 40 × (2.5 % - 1.1 %) = 0.56 leads up to it.
    const tiers: { floor: string; mmr: string }[] = inputs.tiers ?? [
      { floor: '0', mmr: '0.011' },
      { floor: '40', mmr: inputs.mmr_prev },
      { floor: inputs.floor, mmr: inputs.mmr },
    ]
    const cums: string[] = inputs.tiers ? expected.cum : ['0', inputs.cum_prev, expected.cum]
    const table = tiers.map(
      ({ mmr }, index): Bracket => ({
        notionalCap: money(tiers[index + 1]?.floor ?? '90000000'),
        maxLeverage: Math.max(1, Math.floor(0.5 / Number(mmr))),
        mmrPpm: ppm(mmr),
        cum: money(cums[index]!),
      }),
    )
    expect(bracketFault(table)).toBeNull()
    expect(strictestOf(table, table)).toEqual(table)
    const wrong = table.map((row, index) => (index === 1 ? { ...row, cum: row.cum + 1n } : row))
    expect(bracketFault(wrong)).toBe('bracket 2: cum is not continuous')
  },
  funding: ({ inputs, expected }) => {
    const scale = quoteScale(1, 0)
    const signed = Number(inputs.side) * Number(inputs.qty)
    near(usdt(fundingPayment(signed, units(inputs.mark, 1), money(inputs.rate), scale)), expected.payment, '0')
  },
  funding_window: ({ inputs, expected }) => {
    const scale = quoteScale(2, 0)
    const instants: readonly [string, string][] = [
      ['2021-09-01T00:00:00Z', '-0.000008'],
      ['2021-09-01T08:00:00Z', '-0.000003'],
    ]
    const index = instants
      .filter(([at]) => Date.parse(at) + 1000 >= Date.parse(inputs.open) && Date.parse(at) <= Date.parse(inputs.close))
      .reduce((sum, [, rate]) => sum + fundingIndexStep(277, money(rate), scale), 0n)
    near(usdt(fundingByIndex(Number(inputs.side) * Number(inputs.qty), index)), expected.payment, '0')
  },
  funding_index: ({ inputs, expected }) => {
    const difference = (BigInt(inputs.index_now) - BigInt(inputs.index_entry)) * 100_000_000n
    expect(fundingByIndex(Number(inputs.qty), difference)).toBe(BigInt(expected.settlement_ppm))
  },
  margin_ppm: ({ inputs, expected }) => {
    const exponent = 6 + Number(inputs.exponent) + Number(inputs.resolution)
    const product = new Decimal(inputs.qty).mul(inputs.price).mul(new Decimal(10).pow(exponent))
    const initial = feeOf(BigInt(product.toFixed(0)), Number(inputs.imf_ppm))
    expect(initial).toBe(BigInt(expected.imr))
    expect(feeOf(initial, Number(inputs.maint_fraction_ppm))).toBe(BigInt(expected.mmr))
  },
  position_update_int: ({ id, inputs, expected }) => {
    // Their quote entry is what was received: ours under the other sign.
    const before = { qty: Number(inputs.base), entryQuote: -BigInt(inputs.quote_entry) }
    const quote = BigInt(inputs.delta_quote)
    const { position, realizedPnl } = addFill(before, Number(inputs.delta_base), quote < 0n ? -quote : quote)
    // Where a flip splits a notional that does not divide, theirs rounds for the member and ours against him.
    const against = id === 'drift-flip_short_to_long_profitable' ? 1n : 0n
    expect(position.qty).toBe(Number(expected.base))
    expect(realizedPnl).toBe(BigInt(expected.pnl) - against)
    expect(position.entryQuote).toBe(-BigInt(expected.quote_entry) - against)
  },
  fill_sequence: ({ inputs, expected, tolerance }) => {
    const scale = quoteScale(0, 0)
    const { position, realized } = realisedBy(inputs.fills, scale, ppm(inputs.fee_rate))
    expect(position.qty).toBe(Number(expected.qty))
    near(formatRational(averageEntry(position, scale)!, 12), expected.avg, tolerance)
    near(usdt(realized), expected.realized, '0.00000002') // each of two partial closes floors
  },
  flip: ({ inputs, expected }) => {
    const scale = quoteScale(0, 1)
    const steps = units(inputs.flip_buy_qty, 1)
    const effect = addFill(
      held(inputs.side, inputs.qty, inputs.entry, scale),
      steps,
      notionalOf(Number(inputs.flip_price), steps, scale),
    )
    near(usdt(effect.realizedPnl), expected.realized, '0')
    expect(effect.flipped).toBe(true)
    expect(effect.position).toEqual(held(expected.new_side, expected.new_qty, expected.new_entry, scale))
  },
  fill_sequence_fee_in_pnl: ({ inputs, expected }) => {
    const { position, realized } = realisedBy(inputs.orders, quoteScale(0, 0), 0)
    expect(position.qty).toBe(Number(expected.qty))
    near(usdt(position.entryQuote), expected.cost, '0')
    near(usdt(realized), expected.realized_total, '0')
  },
  futures_tick: ({ inputs, expected }) => {
    const scale = contractScale(2)
    const position = held(inputs.side, inputs.contracts, inputs.entry, scale)
    const terms = {
      precision: 2,
      tickUnits: units(inputs.tick_size, 2),
      tickValue: BigInt(units(inputs.tick_value, 4)),
      margin: 0n,
      fee: 0n,
    }
    // At a rate of 1 won a dollar, won are dollars.
    expect(pnlKrw(unrealizedPnl(position, units(inputs.exit, 2), scale), terms, 100n)).toBe(BigInt(expected.pnl))
  },
}

describe.skipIf(!here)('published vectors whose formula is ours', () => {
  const ours = vectors.filter((vector) => !(vector.group in notOurs) && !feeInResult(vector))
  test.each(ours.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const proof = proofs[vector.group]
    expect(proof, `${vector.group} is neither ours nor listed with a reason`).toBeDefined()
    proof!(vector)
  })
  test('every listed group exists, so that no reason outlives its vectors', () => {
    const groups = new Set(vectors.map((vector) => vector.group))
    expect([...Object.keys(notOurs), ...Object.keys(proofs)].filter((group) => !groups.has(group))).toEqual([])
  })
})
