import type { CommissionLine, PartnerPlace } from '@maru/core'
import { expect, it } from 'vitest'
import { amountAt } from './own.ts'

const line = (of: Partial<CommissionLine>): CommissionLine => ({
  partnerId: 1,
  branchId: 0,
  type: 'FEE',
  base: 1_000_003n,
  ownPpm: 400_000,
  childPpm: 0,
  amount: 0n,
  memberCount: 1,
  leftOutCount: 0,
  leftOutBase: 0n,
  carry: 0n,
  ...of,
})
const place = (id: number, parentId: number | null, feePpm: number, rollPpm: number): PartnerPlace => ({
  id,
  level: parentId === null ? 1 : 2,
  fromDay: 0,
  parentId,
  feePpm,
  rollPpm,
  lossPpm: 0,
})
const report = {
  week: 0,
  isClosed: true,
  digest: null,
  payables: new Map(),
  lines: [line({}), line({ branchId: 2 }), line({ branchId: 3 }), line({ type: 'ROLL' }), line({ partnerId: 9 })],
}

it('P4: a week on other terms is counted branch by branch, and without who moves away', () => {
  const places = new Map(
    [place(1, null, 300_000, 5_000), place(2, 1, 200_000, 0), place(3, 9, 0, 0)].map((one) => [one.id, one]),
  )
  // 30 % and 10 % of 1,000,003, rounded down each; 0.5 % of stakes.
  expect(amountAt(report, 1, places)).toBe(300_000n + 100_000n + 5_000n)
})
