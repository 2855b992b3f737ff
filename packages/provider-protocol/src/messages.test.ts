import { expect, test } from 'vitest'
import { answerOf, calls, Statement, statementFault, Webhook, WebhookEnvelope } from './index.ts'

const at = 1_795_219_200_000
const payout = {
  idempotencyKey: 'p-1',
  reference: 'w-1',
  member: 'm-1',
  amount: '499000',
  currency: 'KRW',
  to: { bank: { bank: '004', number: '110-1234-5678', holder: '김마루' } },
}

test('a payout goes to one place: a bank account, an address, or an account at the provider', () => {
  expect(calls.payout.safeParse(payout).success).toBe(true)
  const both = { ...payout.to, coin: { coin: 'BTC', network: 'bitcoin', address: 'bc1q' } }
  expect(calls.payout.safeParse({ ...payout, to: both }).success).toBe(false)
  expect(calls.payout.safeParse({ ...payout, to: {} }).success).toBe(false)
})

test.each(['1e3', '-1', '+1', '01', '1.', '', ' 1', '1,000', 'NaN'])('%j is no amount', (amount) => {
  expect(calls.payout.safeParse({ ...payout, amount }).success).toBe(false)
})

test('an answer names a state of the protocol and nothing else', () => {
  const answer = { idempotencyKey: 'p-1', providerRef: 'b-9', state: 'DONE', result: { fee: '500' } }
  expect(answerOf('payout').safeParse(answer).success).toBe(true)
  expect(answerOf('payout').safeParse({ ...answer, state: 'OK' }).success).toBe(false)
  const { result: _, ...failed } = { ...answer, state: 'FAILED', reason: 'account closed' }
  expect(answerOf('identity').safeParse(failed).success).toBe(true)
  expect(answerOf('identity').safeParse({ ...failed, state: 'DONE' }).success).toBe(false)
})

test('a webhook of an unknown kind can be kept, though it cannot be read', () => {
  const told = { event: 'e-1', kind: 'weather', at, rain: true }
  expect(Webhook.safeParse(told).success).toBe(false)
  expect(WebhookEnvelope.parse(told)).toEqual(told)
  expect(WebhookEnvelope.safeParse({ kind: 'deposit', at }).success).toBe(false)
})

const line = (providerRef: string, amount: string, fee = '0') => ({
  providerRef,
  reference: null,
  kind: 'deposit' as const,
  amount,
  fee,
  at,
  valueDate: '2026-11-21',
})
const statement = {
  account: 'KRW-1',
  currency: 'KRW',
  day: '2026-11-21',
  opening: '-5.25',
  closing: '104.25',
  isFinal: true,
  lines: [line('a', '100.000000000000000001', '0.5'), line('b', '9.999999999999999999')],
}

test('a statement adds up to the last digit, or says that it does not', () => {
  expect(Statement.safeParse({ ...statement, next: null }).success).toBe(true)
  expect(statementFault(statement)).toBeNull()
  expect(statementFault({ ...statement, closing: '104.250000000000000001' })).toMatch(/do not lead/)
  const twice = [line('a', '54.75'), line('a', '54.75')]
  expect(statementFault({ ...statement, lines: twice })).toMatch(/twice/)
  const later = statement.lines.map((it) => ({ ...it, valueDate: '2026-11-22' }))
  expect(statementFault({ ...statement, lines: later })).toMatch(/value date/)
})
