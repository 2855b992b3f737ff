import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Bracket,
  type Brackets,
  bracketFault,
  bracketOf,
  isLooser,
  maintenanceMargin,
  majorBrackets,
  maxLeverageFor,
  maxNotionalFor,
  otherBrackets,
  parseVenueBrackets,
  strictestOf,
} from './brackets.ts'

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const notional = fc.bigInt({ min: 0n, max: usdt(30_000_000) })
/** Tables with rising caps, falling leverage, rising rates and the cum that follows. */
const table = fc
  .array(fc.record({ cap: fc.integer({ min: 1, max: 500_000 }), step: fc.integer({ min: 0, max: 9_000 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((rows): Brackets => {
    const brackets: Bracket[] = []
    for (const { cap, step } of rows) {
      const before = brackets[brackets.length - 1]
      const mmrPpm = (before?.mmrPpm ?? 1_000) + step
      brackets.push({
        notionalCap: (before?.notionalCap ?? 0n) + usdt(cap),
        maxLeverage: Math.min(before?.maxLeverage ?? 125, Math.floor(500_000 / mmrPpm)),
        mmrPpm,
        cum: before ? before.cum + (before.notionalCap * BigInt(mmrPpm - before.mmrPpm)) / 1_000_000n : 0n,
      })
    }
    return brackets
  })
const recorded = join(import.meta.dirname, '../../../../shared/data/binance/leverage')
const here = existsSync(recorded)
if (!here) console.log('skipped: the recorded leverage tables are not beside the repository')
const answer = (change: object = {}) => [
  {
    symbol: 'BTCUSDT',
    brackets: [
      {
        initialLeverage: 125,
        notionalFloor: 0,
        notionalCap: 50_000,
        maintMarginRatio: 0.004,
        cum: 0.0,
        notionalCoef: 1,
      },
      {
        initialLeverage: 100,
        notionalFloor: 50_000,
        notionalCap: 600_000,
        maintMarginRatio: 0.005,
        cum: 50,
        ...change,
      },
    ],
  },
]

describe('brackets', () => {
  test('shipped are continuous', () => {
    expect(bracketFault(majorBrackets)).toBeNull()
    expect(bracketFault(otherBrackets)).toBeNull()
  })

  test('hold up to and including their cap', () => {
    expect(bracketOf(usdt(50_000), majorBrackets).maxLeverage).toBe(100)
    expect(bracketOf(usdt(50_000) + 1n, majorBrackets).maxLeverage).toBe(75)
    expect(maxLeverageFor(usdt(20_000_000), majorBrackets)).toBe(10)
    expect(maxLeverageFor(usdt(20_000_000) + 1n, majorBrackets)).toBe(0)
    expect(maintenanceMargin(usdt(1_000_000), majorBrackets)).toBe(usdt(8_700))
    expect(maintenanceMargin(usdt(30_000_000), majorBrackets)).toBe(usdt(1_358_700)) // a price carried it beyond the table
    expect(maintenanceMargin(1n, majorBrackets)).toBe(1n)
  })

  test('allow a leverage up to the largest cap that has it', () => {
    expect(maxNotionalFor(100, majorBrackets)).toBe(usdt(50_000))
    expect(maxNotionalFor(21, majorBrackets)).toBe(usdt(1_000_000))
    expect(maxNotionalFor(1, majorBrackets)).toBe(usdt(20_000_000))
    expect(maxNotionalFor(101, majorBrackets)).toBe(0n)
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 125 }), (brackets, leverage) => {
        const most = maxNotionalFor(leverage, brackets)
        if (most > 0n) expect(maxLeverageFor(most, brackets)).toBeGreaterThanOrEqual(leverage)
        expect(maxLeverageFor(most + 1n, brackets)).toBeLessThan(leverage)
      }),
    )
  })

  test('take the largest of all lines as maintenance, so that it nowhere falls or jumps', () => {
    fc.assert(
      fc.property(table, notional, (brackets, at) => {
        const lines = brackets.map(({ mmrPpm, cum }) => (at * BigInt(mmrPpm) + 999_999n) / 1_000_000n - cum)
        expect(maintenanceMargin(at, brackets)).toBe(lines.reduce((a, b) => (a > b ? a : b)))
      }),
    )
  })

  test('combined are nowhere looser than either table', () => {
    fc.assert(
      fc.property(
        table,
        fc.oneof(table, fc.constantFrom(majorBrackets, otherBrackets)),
        notional,
        (venue, shipped, at) => {
          const both = strictestOf(venue, shipped)
          expect(bracketFault(both)).toBeNull()
          for (const one of [venue, shipped]) {
            expect(maxLeverageFor(at, both)).toBeLessThanOrEqual(maxLeverageFor(at, one))
            expect(bracketOf(at, both).mmrPpm >= bracketOf(at, one).mmrPpm || maxLeverageFor(at, both) === 0).toBe(true)
            expect(maintenanceMargin(at, both) >= maintenanceMargin(at, one) || maxLeverageFor(at, both) === 0).toBe(
              true,
            )
          }
          expect(maxLeverageFor(at, both)).toBe(Math.min(maxLeverageFor(at, venue), maxLeverageFor(at, shipped)))
          expect(isLooser(both, venue) || isLooser(both, shipped)).toBe(false)
          const isWithin = at <= venue[venue.length - 1]!.notionalCap
          const isMore = maxLeverageFor(at, venue) > maxLeverageFor(at, shipped)
          const isLess = bracketOf(at, venue).mmrPpm < bracketOf(at, shipped).mmrPpm
          if (isWithin && (isMore || isLess)) expect(isLooser(venue, shipped)).toBe(true)
        },
      ),
    )
    expect(strictestOf(majorBrackets, majorBrackets)).toEqual(majorBrackets)
    expect(isLooser(majorBrackets, majorBrackets)).toBe(false)
    expect(isLooser(majorBrackets, otherBrackets)).toBe(true)
    expect(() => strictestOf([], majorBrackets)).toThrow('no bracket')
  })

  test.skipIf(!here).each(['2024-07-04', '2024-10-24'])(
    'of the venue as recorded on %s are read and combined',
    (date) => {
      const tables = parseVenueBrackets(
        JSON.parse(readFileSync(join(recorded, `leverageBracket.derived.${date}.json`), 'utf8')),
      )
      expect(tables.size).toBe(11)
      expect(tables.get('BTCUSDT')![2]).toEqual({
        notionalCap: usdt(3_000_000),
        maxLeverage: 75,
        mmrPpm: 6_500,
        cum: usdt(950),
      })
      for (const [symbol, venue] of tables) {
        const shipped = ['BTCUSDT', 'ETHUSDT'].includes(symbol) ? majorBrackets : otherBrackets
        expect(bracketFault(strictestOf(venue, shipped))).toBeNull()
      }
    },
  )

  test('of a venue are refused where they do not fit', () => {
    expect(parseVenueBrackets(answer()).get('BTCUSDT')).toHaveLength(2)
    const refused: readonly [unknown, string][] = [
      [{}, 'not a list'],
      [[{ symbol: 'BTCUSDT' }], 'without symbol or brackets'],
      [[{ symbol: 'BTCUSDT', brackets: [] }], 'no bracket'],
      [[...answer(), ...answer()], 'listed twice'],
      [answer({ cum: 51 }), 'cum is not continuous'],
      [answer({ notionalFloor: 60_000 }), 'a gap'],
      [answer({ notionalCap: 50_000 }), 'cap does not rise'],
      [answer({ notionalCap: 600_000.001 }), 'more than 2 decimals'],
      [answer({ initialLeverage: 126 }), 'leverage rises'],
      [answer({ initialLeverage: 0 }), 'leverage is not'],
      [answer({ initialLeverage: 2.5 }), 'initialLeverage is not'],
      [answer({ maintMarginRatio: 0.003, cum: 0 }), 'maintenance rate falls'],
      [answer({ maintMarginRatio: 0.01, cum: 300 }), 'not below the initial margin'],
      [answer({ maintMarginRatio: 1e-7 }), 'maintMarginRatio is not'],
      [answer({ cum: -1 }), 'cum is not a decimal'],
      [answer({ cum: Number.NaN }), 'cum is not a decimal'],
      [answer({ cum: null }), 'cum is not a decimal'],
    ]
    for (const [value, fault] of refused) expect(() => parseVenueBrackets(value), fault).toThrow(fault)
    const zero = [{ symbol: 'X', brackets: [{ ...answer()[0]!.brackets[0], maintMarginRatio: 0 }] }]
    expect(() => parseVenueBrackets(zero)).toThrow('maintenance rate is not positive')
  })
})
