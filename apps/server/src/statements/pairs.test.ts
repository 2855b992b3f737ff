import { expect, test } from 'vitest'
import { wantedDays } from './days.ts'
import type { Line } from './lines.ts'
import type { Movement } from './movements.ts'
import { pairsOf } from './pairs.ts'

const line = (parts: Partial<Line>): Line => ({
  provider: 'bank',
  currency: 'KRW',
  kind: 'deposit',
  providerRef: 'p-1',
  reference: null,
  amount: 50_000n,
  fee: 0n,
  day: '2026-01-02',
  seenAt: 1,
  isImported: false,
  isWaiting: false,
  ...parts,
})
const movement = (id: number, parts: Partial<Movement> = {}): Movement => ({
  id,
  txnId: id + 100,
  provider: 'bank',
  sub: 'KB-1',
  currency: 'KRW',
  amount: 50_000n,
  refId: id,
  names: [],
  fee: 0n,
  isExpected: false,
  ...parts,
})
const ids = (lines: Line[], movements: Movement[]) =>
  pairsOf(lines, movements).map(({ line: { providerRef }, movement: found }) => [providerRef, found?.id ?? null])

test('a line shows what it names, by the house’s name or the provider’s', () => {
  const named = movement(2, { names: ['D2'] })
  expect(ids([line({ reference: 'D2' })], [movement(1), named])).toEqual([['p-1', 2]])
  expect(ids([line({})], [movement(1), movement(2, { names: ['D2', 'p-1'] })])).toEqual([['p-1', 2]])
})

test('a line of another amount, currency or provider shows nothing of it', () => {
  const all = [movement(1, { names: ['D1'] })]
  for (const other of [{ amount: 50_001n }, { currency: 'USDT' }, { provider: 'paycoin' }])
    expect(ids([line({ reference: 'D1', ...other })], all)).toEqual([])
})

test('what a payer wrote is no name of the house’s', () => {
  expect(ids([line({ reference: 'rent' })], [movement(1)])).toEqual([['p-1', 1]])
})

test('a line without a name shows the oldest movement of its amount that nothing names; one with a name does not', () => {
  const all = [movement(1, { names: ['D1'] }), movement(2), movement(3)]
  expect(ids([line({ providerRef: 'p-1', reference: 'D9' })], all)).toEqual([])
  expect(ids([line({ providerRef: 'a' }), line({ providerRef: 'b', reference: 'D1' })], all)).toEqual([
    ['b', 1],
    ['a', 2],
  ])
})

test('what came back before it was booked is undone by its return, once', () => {
  const back = line({ kind: 'return', amount: -50_000n })
  expect(ids([line({}), back], [])).toEqual([
    ['p-1', null],
    ['p-1', null],
  ])
  expect(ids([back], [])).toEqual([])
})

test('a fee shows no movement', () => {
  expect(ids([line({ kind: 'fee' })], [movement(1)])).toEqual([])
})

test('statements are read from the day after the newest final one, at most a month', () => {
  const noon = Date.parse('2026-11-22T03:00:00Z')
  expect(wantedDays(null, noon)).toEqual(['2026-11-21', '2026-11-22'])
  expect(wantedDays('2026-11-19', noon)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
  expect(wantedDays('2026-11-22', noon)).toEqual([])
  expect(wantedDays('2020-01-01', noon)).toHaveLength(31)
})
