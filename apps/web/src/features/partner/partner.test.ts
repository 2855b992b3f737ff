import { tableOf } from '@maru/client/page/csv'
import type { PartnerRow, ProfitRow } from '@maru/contract'
import { expect, test } from 'vitest'
import { statementColumns } from './statement-file.ts'
import { treeRows } from './tree-rows.ts'
import { applicationFault, dayAfter, rateOf } from './words.ts'

const row = (id: number, parentId: number, memberCount: number): PartnerRow => ({
  id,
  code: `CODE${id}`,
  name: `N${id}`,
  level: 2,
  parentId,
  status: 'ACTIVE',
  memberCount,
  feeRate: '10.00',
  rollRate: '0.20',
  lossRate: '0.00',
  nextTerms: null,
  createdAt: 1,
})

test('P23: a tree goes down branch by branch, each with all of its members', () => {
  const rows = [row(2, 1, 16), row(3, 1, 12), row(4, 2, 9), row(5, 2, 6), row(6, 3, 5)]
  expect(treeRows(1, rows).map(({ partner, depth, members }) => [partner.id, depth, members])).toEqual([
    [2, 1, 31],
    [4, 2, 9],
    [5, 2, 6],
    [3, 1, 17],
    [6, 2, 5],
  ])
})

test.each([
  ['10.00', '10%'],
  ['0.20', '0.2%'],
  ['0.00', '0%'],
  ['0.1234', '0.1234%'],
  ['100.00', '100%'],
])('a rate of %s reads %s', (percent, text) => {
  expect(rateOf(percent)).toBe(text)
})

test('the day after the last of a month is the first of the next', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
})

test('P3: an application above the rates of the partner himself is not sent', () => {
  const form = { username: 'demo6', name: '한강', code: '', feeRate: '30', rollRate: '0.5' }
  const own = { feeRate: '30.00', rollRate: '0.50' }
  expect(applicationFault(form, own)).toBeNull()
  expect(applicationFault({ ...form, feeRate: '30.0001' }, own)).toBe('applyTooMuch')
  expect(applicationFault({ ...form, rollRate: '' }, own)).toBe('applyRates')
  expect(applicationFault({ ...form, code: 'a-b' }, own)).toBe('applyCodeBad')
  expect(applicationFault({ ...form, name: ' ' }, own)).toBe('applyNames')
})

test('P15: a week is a file of its lines', () => {
  const line = {
    period: '2026-10-12~2026-10-18',
    type: 'ROLL',
    branchName: null,
    base: '1280000',
    rate: '0.50',
    amount: '6400',
    leftOut: { members: 1, base: '9000' },
    status: 'PAID',
  } as ProfitRow
  expect(tableOf(statementColumns, [line], (word) => word).rows).toEqual([
    ['2026-10-12~2026-10-18', 'roll', 'own', '1280000', '0.50', '6400', '9000', 'paid'],
  ])
})
