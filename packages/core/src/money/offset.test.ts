import { expect, test } from 'vitest'
import { byStaff } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Command } from '../types.ts'
import { Counter, idOf } from './testing.ts'

type Offset = Extract<Command, { kind: 'offsetSuspense' }>

/** The bank said that 10,000,000 had come for a request, and then 9,000,000. */
function withLess() {
  const counter = new Counter()
  const id = idOf(counter.deposit(10_000_000n))
  for (const amount of [10_000_000n, 9_000_000n]) counter.arrive(amount, { requestId: id, providerRef: 'x' })
  const [came, less] = counter.suspense().map((row) => row.id)
  const offset = (suspenseId: number, againstId: number | null, parts: Partial<Offset> = {}) =>
    counter.do({ kind: 'offsetSuspense', ...counter.byTwo(), suspenseId, againstId, ...parts })
  return { counter, id, came: came!, less: less!, offset }
}

test('D: what a bank takes back is offset against what it said had come: the remainder waits for its owner, and nothing moves', () => {
  const { counter, came, less, offset } = withLess()
  const before = counter.postings.length
  expect(offset(less, came).status).toBe(200)
  expect(counter.postings).toHaveLength(before)
  expect([came, less].map((id) => counter.suspenseRow(id).state)).toEqual(['OFFSET', 'OFFSET'])
  const [rest] = counter.suspense()
  expect(rest).toMatchObject({ cause: 'OFFSET', amount: 9_000_000n, memberId: 7, providerRef: 'x', payer: '홍길동' })
  counter.restart()
  const assign = { kind: 'assignSuspense', suspenseId: rest!.id, memberId: 7, walletType: 'BINARY' } as const
  expect(counter.do({ ...assign, ...counter.byTwo() }).status).toBe(200)
  expect([counter.balance('DEPOSIT_SUSPENSE'), counter.wallet(7).posted]).toEqual([0n, 19_000_000n])
  expect(counter.suspense()).toEqual([])
})

test('D: equal sides leave nothing; of a larger one that is taken back the remainder is taken back too', () => {
  const { counter, came, less, offset } = withLess()
  counter.arrive(7_000_000n, { providerRef: 'x' })
  const more = counter.suspense().at(-1)!.id
  expect(counter.suspenseRow(more).amount).toBe(-2_000_000n)
  counter.arrive(1_000_000n, { providerRef: 'y' })
  const equal = counter.suspense().at(-1)!.id
  offset(less, equal)
  expect(counter.suspense().map(({ id }) => id)).toEqual([came, more])
  counter.arrive(500_000n, { providerRef: 'z' })
  offset(more, counter.suspense().at(-1)!.id)
  expect(counter.suspense().map(({ amount }) => amount)).toEqual([10_000_000n, -1_500_000n])
})

test('D: what a bank takes back and nobody owes is a loss of the house', () => {
  const { counter, less, offset } = withLess()
  expect(offset(less, null).status).toBe(200)
  expect(counter.suspenseRow(less)).toMatchObject({ state: 'WRITTEN_OFF', note: 'found its owner' })
  expect([counter.balance('DEPOSIT_SUSPENSE'), counter.balance('BAD_DEBT')]).toEqual([10_000_000n, -1_000_000n])
  expect(codeOf(offset(less, null))).toBe('STALE_VERSION')
})

test('D: only what is taken back is offset, by two persons, against money of nobody on the same account', () => {
  const { counter, came, less, offset } = withLess()
  counter.arrive(3_000_000n, { houseSub: 'SH-2' })
  const elsewhere = counter.suspense().at(-1)!.id
  const waits = idOf(counter.deposit(10_000_000n, { houseSub: 'KB-1' }, 7))
  const before = counter.suspense()
  const alone = { ...byStaff(SITE, 9, 'alone'), key: counter.key() }
  expect(codeOf(counter.do({ kind: 'offsetSuspense', ...alone, suspenseId: less, againstId: came }))).toBe(
    'PERMISSION_DENIED',
  )
  expect([came, elsewhere].map((id) => codeOf(offset(id, null)))).toEqual(['INVALID_REQUEST', 'INVALID_REQUEST'])
  expect([less, elsewhere].map((id) => codeOf(offset(less, id)))).toEqual(['INVALID_REQUEST', 'INVALID_REQUEST'])
  expect([waits, 999].map((id) => codeOf(offset(less, id)))).toEqual(['STALE_VERSION', 'STALE_VERSION'])
  expect(counter.suspense()).toEqual(before)
})
