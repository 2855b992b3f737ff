import { expect, test } from 'vitest'
import { type Command, type Effects, noRows, type OrderRow, type Rows } from '../src/index.ts'
import { Replies } from './replies.ts'

const command = { kind: 'placeFutures', siteId: 1, memberId: 7 } as unknown as Command
const order = (parts: Partial<OrderRow> = {}) =>
  ({ memberId: 7, reason: 'BALANCE_INSUFFICIENT', isUncovered: false, ...parts }) as OrderRow
const refused = (...orders: OrderRow[]): Effects => ({
  reply: { status: 409, body: { code: 'BALANCE_INSUFFICIENT' } },
  rows: { ...noRows, orders },
  before: { ...noRows },
  late: [],
  events: [],
})
const configured: Rows = { ...noRows, futuresOptions: [{ siteId: 1 } as Rows['futuresOptions'][number]] }

test('a refusal ends orders that are no longer paid for once after a change of what they hold back, and never others', () => {
  const replies = new Replies('fundings')
  const ends =
    (...orders: OrderRow[]) =>
    () =>
      replies.observe(command, refused(...orders))
  expect(ends(order())).toThrow(/changed orders/)
  replies.configured(configured)
  expect(ends(order(), order({ reason: null, isUncovered: true }))).not.toThrow()
  expect(ends(order())).toThrow(/changed orders/)
  for (const other of [order({ memberId: 8 }), order({ reason: 'MEMBER' })]) {
    replies.configured(configured)
    expect(ends(order(), other)).toThrow(/changed orders/)
  }
  // What a crash undid is done again.
  replies.crashed()
  expect(ends(order())).not.toThrow()
})
