import type { PartnerRow } from '@maru/contract'
import { expect, test } from 'vitest'
import { belowOf } from './tree.ts'

const row = (id: number, parentId: number | null, memberCount = 1, status: PartnerRow['status'] = 'ACTIVE') =>
  ({
    id,
    parentId,
    memberCount,
    status,
    code: `C${id}`,
    name: `P${id}`,
    level: 1,
    feeRate: '0.00',
    rollRate: '0.00',
    lossRate: '0.00',
    nextTerms: null,
    createdAt: 1,
  }) satisfies PartnerRow

test('each stands behind the one above him, as deep as he is', () => {
  const own = row(1, null, 3)
  const below = belowOf(own, [own, row(2, 1), row(3, 1, 5, 'SUSPENDED'), row(21, 2, 7), row(99, 98, 1_000)])
  expect(below.rows.map(({ row: { id }, depth }) => [id, depth])).toEqual([
    [2, 1],
    [21, 2],
    [3, 1],
  ])
  expect(below.active).toBe(2)
})

test('a loop in the rows ends', () => {
  const own = row(1, 2)
  expect(belowOf(own, [own, row(2, 1)]).rows.map(({ row: { id } }) => id)).toEqual([2])
})
