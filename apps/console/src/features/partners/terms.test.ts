import type { PartnerRow } from '@maru/contract'
import { expect, test } from 'vitest'
import { chainOf, isRate, termsFaults } from './terms.ts'

const row = (id: number, parentId: number | null, feeRate: string, of: Partial<PartnerRow> = {}): PartnerRow => ({
  id,
  code: `CODE${id}`,
  name: `N${id}`,
  level: 1,
  parentId,
  status: 'ACTIVE',
  memberCount: 0,
  feeRate,
  rollRate: '0.50',
  lossRate: '0.00',
  nextTerms: null,
  createdAt: 1,
  ...of,
})
const top = row(1, null, '40.00')
const own = row(2, 1, '30.00')
const below = row(3, 2, '20.00')
const later = {
  ...below,
  nextTerms: { from: '2026-11-02', parentId: 2, feeRate: '28.00', rollRate: '0.50', lossRate: '0.00' },
}
const ask = (fee: number, from = '2026-10-26') => ({ fee, roll: 0.5, loss: 0, parentId: 1, from })
const kinds = (rows: PartnerRow[], fee: number, from?: string) =>
  termsFaults(rows, own, ask(fee, from)).map(({ kind, name, than }) => `${kind} ${name} ${than}`)

test('P3: terms above the parent, or below a child, are told of before they are asked for', () => {
  expect(kinds([top, own, below], 40)).toEqual([])
  expect(kinds([top, own, below], 40.0001)).toEqual(['aboveParent N1 40'])
  expect(kinds([top, own, below], 19)).toEqual(['belowChild N3 20', 'cut N2 30'])
})

test('P3: terms are held against those that were agreed for later weeks', () => {
  expect(kinds([top, own, later], 25)).toEqual(['cut N2 30'])
  expect(kinds([top, own, later], 25, '2026-11-02')).toEqual(['belowChild N3 28', 'cut N2 30'])
})

test('the parts of a chain add up to the rate of level 1', () => {
  expect(chainOf([top, own, below], below, { fee: 20.1, roll: 0, loss: 0, parentId: 2, from: '2026-10-26' })).toEqual([
    { name: 'N1', percent: 10 },
    { name: 'N2', percent: 9.9 },
    { name: 'N3', percent: 20.1 },
  ])
})

test.each([
  ['30', true],
  ['0.1234', true],
  ['100', true],
  ['', false],
  ['0.12345', false],
  ['-1', false],
  ['101', false],
])('a rate may be written %s: %s', (text, isOne) => {
  expect(isRate(text)).toBe(isOne)
})
