import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { majorBrackets, maxNotionalFor } from './brackets.ts'
import { type CopySize, copyBudget, copyClose, copyLeverage, copyLimit, copyOffer } from './copy.ts'
import { initialMargin } from './margin.ts'
import { quoteScale, type Side } from './scale.ts'

const usdt = (amount: number) => BigInt(Math.round(amount * 1e8))
/** BTC and ETH as shipped: prices of 0.1 and 0.01, quantities of 0.001. */
const btc = quoteScale(1, 3)
const eth = quoteScale(2, 3)

const stake = {
  leadMargin: usdt(400),
  multiplyPer: 100,
  oneMaxBet: usdt(50),
  used: 0n,
  maxBet: usdt(500),
  active: 0n,
  available: usdt(1_000),
}
const size: CopySize = {
  side: 1,
  levels: [[651_289, 1_000_000]],
  limitPrice: 700_000,
  budget: usdt(50),
  leverage: 10,
  available: usdt(1_000),
  mark: 651_289,
  reservePpm: 800,
  step: 1,
  scale: btc,
}

test('C10: the least of percentage, limit of one order, limit of all copies and what is available decides', () => {
  expect(copyBudget(stake)).toEqual({ kind: 'BUDGET', amount: usdt(50), asked: usdt(50) })
  expect(copyBudget({ ...stake, multiplyPer: 10 })).toMatchObject({ amount: usdt(40) })
  expect(copyBudget({ ...stake, active: usdt(470) })).toMatchObject({ amount: usdt(30), asked: usdt(50) })
  expect(copyBudget({ ...stake, available: usdt(7) })).toMatchObject({ amount: usdt(7) })
  expect(copyBudget({ ...stake, active: usdt(500) })).toEqual({ kind: 'COPY_LIMIT_USED', asked: usdt(50) })
  expect(copyBudget({ ...stake, active: usdt(500), available: 0n }).kind).toBe('BALANCE_INSUFFICIENT')
})

test('C10: what was opened of an order is none of its target any more, and what was too small is', () => {
  expect(copyBudget({ ...stake, used: usdt(44.2) })).toMatchObject({ amount: usdt(5.8) })
  expect(copyBudget({ ...stake, used: usdt(50) })).toEqual({ kind: 'NOTHING' })
  expect(copyBudget({ ...stake, multiplyPer: 0 })).toEqual({ kind: 'NOTHING' })
})

test('C10: a percentage is rounded down', () => {
  expect(copyBudget({ ...stake, leadMargin: 199n, multiplyPer: 1, oneMaxBet: usdt(50) })).toMatchObject({ amount: 1n })
})

test('C11: 50 USDT at 10x buy 0.007 BTC with a margin of 45.59023, at 8x sell 0.127 ETH with 49.87686875', () => {
  const long = copyOffer(size)
  expect([long.qty, initialMargin(long.quote, 10)]).toEqual([7, usdt(45.59023)])
  const levels = [[314_185, 1_000_000]] as const
  const short = copyOffer({ ...size, side: -1, levels, limitPrice: 312_600, leverage: 8, mark: 314_185, scale: eth })
  expect([short.qty, initialMargin(short.quote, 8)]).toEqual([127, usdt(49.87686875)])
})

test('C11: the loss against the mark and the reserve for fees have to be there beside the margin', () => {
  const { qty } = copyOffer({ ...size, available: usdt(45.59) })
  expect(qty).toBe(6)
  expect(copyOffer({ ...size, mark: 651_000, available: usdt(45.9) }).qty).toBe(6)
  expect(copyOffer({ ...size, available: 0n })).toEqual({ qty: 0, quote: 0n })
})

test('C11: nothing is bought beyond the limit, nor where the side is empty', () => {
  const levels = [
    [651_289, 2],
    [651_300, 2],
    [660_000, 100],
  ] as const
  expect(copyOffer({ ...size, levels, limitPrice: 654_546 }).qty).toBe(4)
  expect(copyOffer({ ...size, levels, limitPrice: 651_000 })).toEqual({ qty: 0, quote: 0n })
  expect(copyOffer({ ...size, levels: [] })).toEqual({ qty: 0, quote: 0n })
})

test('C11: the offer is the largest that fits, whatever the book', () => {
  const levels = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 5 })
    .map((steps) => steps.map(([move, qty], index) => [600_000 + 50 * index + move, qty] as const))
  const inputs = fc.record({
    side: fc.constantFrom<Side>(1, -1),
    levels,
    limit: fc.integer({ min: 599_000, max: 601_000 }),
    budget: fc.integer({ min: 1, max: 30_000_000_000 }).map(BigInt),
    leverage: fc.integer({ min: 1, max: 100 }),
    available: fc.integer({ min: 0, max: 30_000_000_000 }).map(BigInt),
    mark: fc.integer({ min: 599_000, max: 601_000 }),
    step: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(inputs, ({ limit, ...input }) => {
      const book = input.side > 0 ? input.levels : input.levels.toReversed()
      const whole = { ...size, ...input, levels: book, limitPrice: limit }
      expect(copyOffer(whole).qty).toBe(plainOffer(whole))
    }),
    { numRuns: 500 },
  )
})

/** Step after step along the displayed levels, by decimals; beyond them a block each span further, as the walk of orders. */
function plainOffer({ side, levels, limitPrice, budget, leverage, available, mark, step }: CopySize): number {
  const prices: number[] = []
  const span = Math.abs(levels.at(-1)![0] - levels[0]![0]) || 1
  const block = levels.reduce((sum, [, qty]) => sum + qty, 0)
  for (const [price, qty] of levels) for (let n = 0; n < qty; n++) prices.push(price)
  const last = levels.at(-1)![0]
  const priceOf = (n: number) => prices[n] ?? last + side * span * (Math.floor((n - block) / block) + 1)
  let sum = new Decimal(0)
  let best = 0
  for (let qty = 1; qty < 2_000; qty++) {
    const price = priceOf(qty - 1)
    if (price < 1 || side * (price - limitPrice) > 0) break
    sum = sum.add(new Decimal(price).mul(10_000))
    if (qty % step !== 0) continue
    const loss = Decimal.max(0, sum.sub(new Decimal(mark).mul(qty).mul(10_000)).mul(side))
    const cost = sum.div(leverage).ceil().add(sum.mul(0.0008).ceil()).add(loss)
    const isWithin = sum.lte(new Decimal(budget.toString()).mul(leverage)) && cost.lte(available.toString())
    if (isWithin) best = qty
  }
  return best
}

test('C12: leverage falls until the brackets hold all lots of the instrument, and no further', () => {
  const input = { budget: usdt(1_000), most: 75, isHalved: false, brackets: majorBrackets, usedNotional: 0n }
  expect(copyLeverage(input)).toBe(75)
  expect(copyLeverage({ ...input, most: 100 })).toBe(75)
  expect(copyLeverage({ ...input, most: 10 })).toBe(10)
  const used = usdt(4_950_000)
  const leverage = copyLeverage({ ...input, usedNotional: used })
  expect(leverage).toBe(20)
  expect(used + usdt(1_000) * 20n).toBeLessThanOrEqual(maxNotionalFor(20, majorBrackets))
  expect(copyLeverage({ ...input, isHalved: true })).toBe(50)
  expect(copyLeverage({ ...input, isHalved: true, budget: usdt(1_001) })).toBe(49)
  expect(copyLeverage({ ...input, usedNotional: usdt(20_000_000) })).toBe(0)
})

test('C13: the limit is the trader price and half a percent, rounded towards his price', () => {
  const lead = { qty: 3, quote: 651_289n * 20_000n + 651_290n * 10_000n }
  // 651,289.33… × 1.005 = 654,545.78, × 0.995 = 648,032.88.
  expect(copyLimit(1, lead, 5_000, btc)).toBe(654_545)
  expect(copyLimit(-1, lead, 5_000, btc)).toBe(648_033)
})

test('C23: a copy closes the share of its lead lot in whole steps, and all of what is free with its end', () => {
  expect(copyClose(100, { qty: 1, held: 3 }, 1)).toBe(33)
  expect(copyClose(100, { qty: 1, held: 3 }, 10)).toBe(30)
  expect(copyClose(67, { qty: 2, held: 2 }, 10)).toBe(67)
  expect(copyClose(2, { qty: 1, held: 3 }, 1)).toBe(0)
  const big = Number.MAX_SAFE_INTEGER
  expect(copyClose(big, { qty: big - 1, held: big }, 1)).toBe(big - 1)
})
