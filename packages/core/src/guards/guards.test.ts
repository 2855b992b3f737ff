import {
  type Brackets,
  contractMargin,
  contractScale,
  liquidationPrice,
  maintenanceMargin,
  majorBrackets,
  marginRatioPpm,
  otherBrackets,
  type Position,
  pnlKrw,
  positionNotional,
  quoteScale,
  unrealizedPnl,
} from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvariantBroken } from '../invariant.ts'
import {
  type ContractMarginAccount,
  type ContractPosition,
  contractGuards,
  type GuardPrices,
  type MarginAccount,
  type MarginPosition,
  marginGuards,
} from './index.ts'
import { nearerOf } from './split.ts'

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const btc = quoteScale(2, 3)
const opened = (qty: number, price: number, scale = btc): Position => ({
  qty,
  entryQuote: BigInt(qty) * BigInt(price) * scale.unit,
})
const held = (qty: number, mark: number, entry = mark, brackets: Brackets = majorBrackets): MarginPosition => ({
  position: opened(qty, entry),
  mark,
  brackets,
  scale: btc,
})

/** The ratio by the arithmetic that decides liquidations, at other marks than the account was guarded at. */
function ratioAt(account: MarginAccount, marks: readonly number[]): number {
  let equity = account.collateral
  let maintenance = 0n
  for (const [index, { position, scale, brackets }] of account.positions.entries()) {
    equity += unrealizedPnl(position, marks[index]!, scale)
    maintenance += maintenanceMargin(positionNotional(position, marks[index]!, scale), brackets)
  }
  return marginRatioPpm(maintenance, equity)
}
const liquidation = { from: null, below: 1_000_000 }
const isInside = (guards: GuardPrices, price: number) =>
  (guards.falls === null || price > guards.falls) && (guards.rises === null || price < guards.rises)

test('a single long is guarded below, a single short above, at its liquidation price or one price unit before', () => {
  for (const [qty, mark] of [
    [100, 60_000_00],
    [-100, 60_000_00],
    [20_000, 60_000_00], // 1,200,000 USDT: four brackets lie between it and zero
    [-20_000, 60_000_00],
    [1, 60_000_00],
  ] as const) {
    const account = { collateral: usdt(Math.abs(qty) * 6), positions: [held(qty, mark)] }
    const liquidated = liquidationPrice(account.collateral, account.positions[0]!.position, majorBrackets, btc)!
    const [guards] = marginGuards(account, liquidation)
    const guard = (qty > 0 ? guards!.falls : guards!.rises)!
    expect(qty > 0 ? guards!.rises : guards!.falls).toBeNull()
    expect([0, 1]).toContain(qty > 0 ? guard - liquidated : liquidated - guard)
  }
})

test('guards of one direction are equally far in percent, so that a common fall reaches them together', () => {
  const account = { collateral: usdt(2_000), positions: [held(100, 60_000_00), held(2_000, 3_000_00)] }
  const [first, second] = marginGuards(account, liquidation)
  expect(first!.falls! / 60_000_00).toBeCloseTo(second!.falls! / 3_000_00, 4)
})

test('a member who risks nothing near any price has no guard', () => {
  expect(marginGuards({ collateral: usdt(1_000_000), positions: [held(1, 60_000_00)] }, liquidation)).toEqual([
    { falls: null, rises: null },
  ])
})

test('an account outside its zone is liquidated, warned or armed again first: guarding it is a bug', () => {
  const account = (collateral: number) => ({ collateral: usdt(collateral), positions: [held(100, 60_000_00)] })
  // Maintenance 6,000 × 0.4 % = 24.
  expect(() => marginGuards(account(24), liquidation)).toThrow(InvariantBroken)
  expect(() => marginGuards(account(30), { from: null, below: 800_000 })).toThrow(InvariantBroken)
  expect(() => marginGuards(account(31), { from: null, below: 800_000 })).not.toThrow()
  expect(() => marginGuards(account(35), { from: 700_000, below: 1_000_000 })).toThrow(InvariantBroken)
  expect(() => marginGuards(account(34), { from: 700_000, below: 1_000_000 })).not.toThrow()
})

test('a warned account is guarded both ways: against liquidation, and where its warning is armed again', () => {
  const account = { collateral: usdt(28), positions: [held(100, 60_000_00)] }
  const [guards] = marginGuards(account, { from: 700_000, below: 1_000_000 })
  // Long 0.1: maintenance reaches equity at 59,959.83, and falls to 70 % of it at 60,063.04.
  expect(guards!.falls! / 100).toBeCloseTo(59_959.84, 1)
  expect(guards!.rises! / 100).toBeCloseTo(60_063.21, 0)
  expect(ratioAt(account, [guards!.rises! + 2])).toBeLessThan(700_000)
  expect(ratioAt(account, [guards!.rises! - 1])).toBeGreaterThanOrEqual(700_000)
})

test('both guard sets hold: the nearer price of each side counts', () => {
  expect(nearerOf({ falls: 5, rises: 9 }, { falls: 6, rises: 12 })).toEqual({ falls: 6, rises: 9 })
  expect(nearerOf({ falls: 6, rises: 12 }, { falls: 5, rises: 9 })).toEqual({ falls: 6, rises: 9 })
  expect(nearerOf({ falls: null, rises: 9 }, { falls: 5, rises: null })).toEqual({ falls: 5, rises: 9 })
})

test('a buffer that rounding alone can use up guards the very next prices', () => {
  // Maintenance is 80 % of the notional, rounded up: each unit of price uses up a fifth of a unit of the buffer of 0.8 by rounding.
  const brackets = [{ notionalCap: usdt(1), maxLeverage: 1, mmrPpm: 800_000, cum: 0n }]
  const long = { position: { qty: 1, entryQuote: 5n }, mark: 5, brackets, scale: quoteScale(5, 3) }
  const account = { collateral: 6n, positions: [long] }
  expect([5, 8, 9].map((mark) => ratioAt(account, [mark]))).toEqual([666_666, 777_777, 800_000])
  expect(marginGuards(account, { from: null, below: 800_000 })).toEqual([{ falls: 4, rises: 6 }])
})

/** Tables with odd caps and rates, `cum` rounded up where a cap does not divide, up to rates beyond the warning threshold. */
const oddBrackets: fc.Arbitrary<Brackets> = fc
  .array(fc.tuple(fc.bigInt(1n, usdt(60_000)), fc.integer({ min: 0, max: 240_000 })), { minLength: 1, maxLength: 5 })
  .map((rows) => {
    const table: { notionalCap: bigint; maxLeverage: number; mmrPpm: number; cum: bigint }[] = []
    let last = { notionalCap: 0n, mmrPpm: 1, cum: 0n }
    for (const [room, more] of rows) {
      const mmrPpm = last.mmrPpm + more
      const cum =
        table.length === 0 ? 0n : last.cum + (last.notionalCap * BigInt(mmrPpm - last.mmrPpm) + 999_999n) / 1_000_000n
      last = { notionalCap: last.notionalCap + room, mmrPpm, cum }
      table.push({ ...last, maxLeverage: 1 })
    }
    return table
  })
const marginPosition = fc
  .record({
    qty: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 })),
    isLong: fc.boolean(),
    mark: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 10_000, max: 9_000_000 })),
    entryShift: fc.integer({ min: -30, max: 30 }),
    brackets: fc.oneof(fc.constant(majorBrackets), fc.constant(otherBrackets), oddBrackets),
    scale: fc.constantFrom(quoteScale(2, 3), quoteScale(4, 0), quoteScale(5, 3), quoteScale(1, 2)),
  })
  .map(({ qty, isLong, mark, entryShift, brackets, scale }): MarginPosition => {
    const signed = isLong ? qty : -qty
    const entry = Math.max(1, mark + Math.round((mark * entryShift) / 100))
    return { position: opened(signed, entry, scale), mark, brackets, scale }
  })

const zones = [liquidation, { from: null, below: 800_000 }, { from: 700_000, below: 1_000_000 }] as const

/** An account in the zone: the collateral is made to fit, from a hair's breadth off the threshold to far away. */
const guardedAccount = fc
  .record({
    positions: fc.array(marginPosition, { minLength: 1, maxLength: 4 }),
    zone: fc.constantFrom(...zones),
    // How far the equity lies between both ends of the zone, and units beside an end.
    place: fc.integer({ min: 0, max: 1_000 }),
    units: fc.option(fc.bigInt(0n, 3n), { nil: null }),
  })
  .map(({ positions, zone, place, units }) => {
    const marks = positions.map(({ mark }) => mark)
    const maintenance = positions.reduce(
      (sum, one) => sum + maintenanceMargin(positionNotional(one.position, one.mark, one.scale), one.brackets),
      0n,
    )
    // ratio < below needs equity above this; ratio ≥ from needs equity up to that.
    const least = (maintenance * 1_000_000n) / BigInt(zone.below) + 1n
    const most = zone.from === null ? least * 20n + 100n : (maintenance * 1_000_000n) / BigInt(zone.from)
    const wanted = units === null ? least + ((most - least) * BigInt(place)) / 1_000n : least + units
    const pnl = positions.reduce((sum, one) => sum + unrealizedPnl(one.position, one.mark, one.scale), 0n)
    return { account: { collateral: wanted - pnl, positions }, zone, marks }
  })
  .filter(({ account, zone, marks }) => isInZone(ratioAt(account, marks), zone))

const isInZone = (ratio: number, zone: (typeof zones)[number]) =>
  ratio < zone.below && (zone.from === null || ratio >= zone.from)

/** Prices strictly between the guards, mostly right at them, where all shares are used up together. */
function pricesInside(guards: readonly GuardPrices[], now: readonly number[], picks: readonly number[]): number[] {
  return guards.map(({ falls, rises }, index) => {
    const low = (falls ?? 0) + 1
    const high = (rises ?? now[index]! * 4 + 2) - 1
    const pick = picks[index]!
    if (pick < 350) return low
    if (pick < 700) return high
    return Math.min(high, low + Math.floor(((high - low) * (pick - 700)) / 300))
  })
}
const picks = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 4, maxLength: 4 })

test('while no guard is crossed the ratio stays in its zone, whatever the prices, directions and brackets', () => {
  fc.assert(
    fc.property(guardedAccount, fc.array(picks, { minLength: 8, maxLength: 8 }), ({ account, zone, marks }, tries) => {
      const guards = marginGuards(account, zone)
      for (const [index, guard] of guards.entries()) expect(isInside(guard, marks[index]!)).toBe(true)
      for (const one of tries) {
        const prices = pricesInside(guards, marks, one)
        const ratio = ratioAt(account, prices)
        expect({ ratio, isInZone: isInZone(ratio, zone) }).toEqual({ ratio, isInZone: true })
      }
    }),
    { numRuns: 5_000 },
  )
})

test('guards are not too near: an instrument that goes to its guard alone has used up its share', () => {
  const account = {
    collateral: usdt(5_000),
    positions: [held(1_000, 60_000_00), held(-2_000, 3_000_00), held(500, 9_000_00, 9_000_00, otherBrackets)],
  }
  const marks = account.positions.map(({ mark }) => mark)
  const guards = marginGuards(account, liquidation)
  const atGuards = guards.map(({ falls, rises }) => (falls ?? rises)!)
  // All three together: within one price unit each of having used up everything.
  expect(ratioAt(account, atGuards)).toBeGreaterThan(995_000)
  for (const index of marks.keys()) {
    const alone = marks.map((mark, other) => (other === index ? atGuards[other]! : mark))
    expect(ratioAt(account, alone)).toBeLessThan(ratioAt(account, atGuards))
  }
})

test.each([
  ['one price', [0]],
  ['all prices', [0, 1, 2]],
])(
  'guards that are set anew after each crossing close in on the very tick of liquidation: %s fall',
  (_name, falling) => {
    const positions = [held(1_000, 60_000_00), held(2_000, 3_000_00), held(500, 9_000_00)]
    const account: MarginAccount = { collateral: usdt(5_000), positions }
    const marks = positions.map(({ mark }) => mark)
    let guards = marginGuards(account, liquidation)
    let computed = 0
    let ticks = 0
    for (;;) {
      const index = falling[ticks++ % falling.length]!
      marks[index] = marks[index]! - Math.max(1, Math.round(marks[index]! / 100_000))
      const exact = ratioAt(account, marks) >= 1_000_000
      if (isInside(guards[index]!, marks[index]!)) {
        expect(exact).toBe(false)
        continue
      }
      computed++
      if (exact) break
      guards = marginGuards(
        { ...account, positions: positions.map((p, i) => ({ ...p, mark: marks[i]! })) },
        liquidation,
      )
    }
    expect(ticks).toBeGreaterThan(5_000)
    expect(computed).toBeLessThan(40)
  },
)

// ---- overseas: the loss cut ----

const micro = { precision: 5, tickUnits: 10, tickValue: 12_500n, margin: 4_000_000n, fee: 10_000n }
const gold = { precision: 2, tickUnits: 10, tickValue: 10_000n, margin: 20_000_000n, fee: 15_000n }
const contractPosition = fc
  .record({
    qty: fc.integer({ min: 1, max: 30 }),
    isLong: fc.boolean(),
    terms: fc.constantFrom(micro, gold),
    price: fc.integer({ min: 100_000, max: 500_000 }),
    shift: fc.integer({ min: -2_000, max: 2_000 }),
    rate: fc.bigInt(135_000n, 145_000n),
  })
  .map(
    ({ qty, isLong, terms, price, shift, rate }): ContractPosition => ({
      position: opened(isLong ? qty : -qty, price + shift, contractScale(terms.precision)),
      price,
      terms,
      rate,
      margin: contractMargin(qty, terms, rate),
    }),
  )
const equityAt = (account: ContractMarginAccount, prices: readonly number[]) =>
  account.positions.reduce(
    (sum, { position, terms, rate }, index) =>
      sum + pnlKrw(unrealizedPnl(position, prices[index]!, contractScale(terms.precision)), terms, rate),
    account.collateral,
  )

test('while no guard is crossed the equity of an overseas account stays above its threshold, and below the other', () => {
  fc.assert(
    fc.property(
      fc.array(contractPosition, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(
        { above: 200_000, upTo: null },
        { above: 400_000, upTo: null },
        { above: 200_000, upTo: 400_000 },
      ),
      fc.bigInt(1n, 1_000n),
      fc.boolean(),
      fc.array(picks, { minLength: 8, maxLength: 8 }),
      (positions, zone, place, isNear, tries) => {
        const prices = positions.map(({ price }) => price)
        const margin = positions.reduce((sum, held) => sum + held.margin, 0n)
        const least = (margin * BigInt(zone.above)) / 1_000_000n + 1n
        const most = (margin * BigInt(zone.upTo ?? 3_000_000)) / 1_000_000n
        const wanted = isNear ? least + (place % 3n) : least + ((most - least) * place) / 1_000n
        const account = { collateral: wanted - equityAt({ collateral: 0n, positions }, prices), positions }
        const guards = contractGuards(account, zone)
        for (const [index, guard] of guards.entries()) expect(isInside(guard, prices[index]!)).toBe(true)
        for (const one of tries) {
          const equity = equityAt(account, pricesInside(guards, prices, one)) * 1_000_000n
          expect(equity > margin * BigInt(zone.above)).toBe(true)
          if (zone.upTo !== null) expect(equity <= margin * BigInt(zone.upTo)).toBe(true)
        }
      },
    ),
    { numRuns: 3_000 },
  )
})

test('an overseas account that is cut or warned is not guarded: equity at the threshold is one', () => {
  // One contract of gold: margin 2,800,000, 20 % of it 560,000.
  const position = opened(1, 4_000_00, contractScale(2))
  const account = (collateral: bigint) => ({
    collateral,
    positions: [{ position, price: 4_000_00, terms: gold, rate: 140_000n, margin: 2_800_000n }],
  })
  expect(() => contractGuards(account(560_000n), { above: 200_000, upTo: null })).toThrow(InvariantBroken)
  expect(() => contractGuards(account(560_001n), { above: 200_000, upTo: null })).not.toThrow()
  expect(() => contractGuards(account(1_120_001n), { above: 200_000, upTo: 400_000 })).toThrow(InvariantBroken)
  expect(() => contractGuards(account(1_120_000n), { above: 200_000, upTo: 400_000 })).not.toThrow()
})

test('the loss cut of one overseas position is guarded at its price or one price unit before', () => {
  // 3 gold contracts: margin 3 × 2,800,000, cut at 1,680,000; a price unit of 0.01 moves 3 × 140 won.
  const position = opened(3, 4_000_00, contractScale(2))
  const held = { position, price: 4_000_00, terms: gold, rate: 140_000n, margin: 8_400_000n }
  const account = { collateral: 8_400_000n, positions: [held] }
  const [guards] = contractGuards(account, { above: 200_000, upTo: null })
  expect(guards!.rises).toBeNull()
  expect(equityAt(account, [4_000_00 - 16_000])).toBe(1_680_000n)
  expect([384_000, 384_001]).toContain(guards!.falls)
})
