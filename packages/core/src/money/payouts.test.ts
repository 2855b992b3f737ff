import { describe, expect, test } from 'vitest'
import { codeOf, SITE } from '../testing.ts'
import { Counter, HOUR, idOf } from './testing.ts'

describe('D: payouts', () => {
  test('an approval makes one, and the call that asks for it in the same effects', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    const { rows } = counter.calls.at(-1)!
    expect(rows.payouts).toMatchObject([{ id: payoutId, dnwId: id, state: 'QUEUED', amount: 499_000n }])
    expect(rows.outgoing).toMatchObject([
      { id: `payout-${payoutId}`, kind: 'payout', provider: 'bank', state: 'QUEUED', nextAt: counter.wall },
    ])
    expect(rows.outgoing[0]!.payload).toEqual({
      payoutId,
      dnwId: id,
      memberId: 7,
      accountId: 31,
      amount: '499000',
      currency: 'KRW',
    })
    expect(counter.row(id).status).toBe('APPROVED')
  })

  test('SENDING is written before the call; what was sent or is closed is not sent again', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    expect(counter.sending(payoutId).status).toBe(200)
    expect(counter.sending(payoutId).status).toBe(200) // a worker that died before its call
    counter.outcome(payoutId, 'SENT')
    expect(codeOf(counter.sending(payoutId))).toBe('STALE_VERSION')
    counter.outcome(payoutId, 'CONFIRMED')
    expect(codeOf(counter.sending(payoutId))).toBe('STALE_VERSION')
    expect(codeOf(counter.sending(4_711))).toBe('HISTORY_NOT_FOUND')
  })

  test('the request is APPROVED until CONFIRMED completes it; what the provider took is the house’s expense', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    counter.sending(payoutId)
    counter.outcome(payoutId, 'SENT')
    expect(counter.row(id).status).toBe('APPROVED')
    counter.outcome(payoutId, 'CONFIRMED', { fee: 300n })
    expect(counter.row(id).status).toBe('COMPLETED')
    expect(counter.balance('BANK_KRW', 'KB-1')).toBe(499_300n)
    expect(counter.balance('PROVIDER_FEE', 'KB-1')).toBe(-300n)
    expect(counter.balance('WITHDRAWAL_PENDING')).toBe(0n)
  })

  test('UNKNOWN returns nothing and may be sent again under the same key; FAILED returns all by an E row', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    counter.sending(payoutId)
    counter.outcome(payoutId, 'UNKNOWN')
    expect([counter.row(id).status, counter.wallet(7).posted]).toEqual(['APPROVED', 9_500_000n])
    expect(counter.sending(payoutId).status).toBe(200)
    counter.outcome(payoutId, 'FAILED', { detail: 'account closed' })
    expect(counter.row(id)).toMatchObject({ status: 'REJECTED', reason: 'account closed' })
    expect(counter.wallet(7).posted).toBe(10_000_000n)
    expect([...counter.rows.values()].filter(({ type }) => type === 'E')).toHaveLength(1)
  })

  test('states only advance, in whatever order they are told', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    counter.outcome(payoutId, 'CONFIRMED')
    const posted = counter.postings.length
    for (const outcome of ['SENT', 'UNKNOWN', 'FAILED', 'CONFIRMED'] as const) counter.outcome(payoutId, outcome)
    expect(counter.payout(payoutId).state).toBe('CONFIRMED')
    expect([counter.row(id).status, counter.postings.length]).toEqual(['COMPLETED', posted])
  })

  test('what was sent is not unknown any more', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    counter.sending(payoutId)
    for (const outcome of ['SENT', 'UNKNOWN'] as const) counter.outcome(payoutId, outcome)
    expect(counter.payout(payoutId).state).toBe('SENT')
  })

  test('one that came back is booked once, however often and by whatever event it is told', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    counter.outcome(payoutId, 'CONFIRMED')
    for (let count = 0; count < 2; count++) {
      const told = { kind: 'payout', payoutId, providerRef: 'pay-1', fee: 0n, detail: '' } as const
      counter.tell('bank', { ...told, state: 'RETURNED', closed: counter.payout(payoutId) })
    }
    expect(counter.suspense()).toHaveLength(1)
  })

  test('failed, paid and returned end in the same books, in whatever order and however often they are heard', () => {
    const facts = ['FAILED', 'CONFIRMED', 'RETURNED'] as const
    const sequences: (typeof facts)[number][][] = [[]]
    for (const one of sequences) if (one.length < 4) for (const fact of facts) sequences.push([...one, fact])
    const books = (sequence: readonly (typeof facts)[number][], isForgotten: boolean) => {
      const counter = new Counter()
      const { payoutId } = counter.approved(500_000n)
      const news = { kind: 'payout', payoutId, providerRef: 'pay-1', fee: 0n, detail: '' } as const
      for (const fact of sequence) {
        if (fact === 'RETURNED') counter.tell('bank', { ...news, state: fact, closed: counter.payout(payoutId) })
        else counter.outcome(payoutId, fact)
        if (isForgotten) counter.pass(26 * HOUR)
      }
      const accounts = ['WITHDRAWAL_PENDING', 'DEPOSIT_SUSPENSE', 'BAD_DEBT'].map((name) => counter.balance(name))
      return [counter.wallet(7).posted, counter.balance('BANK_KRW', 'KB-1'), ...accounts]
    }
    const expected = new Map<string, unknown>()
    for (const sequence of sequences.slice(1))
      for (const isForgotten of [false, true]) {
        // A failure says nothing where the money is known to have left.
        const set = new Set(sequence)
        const name = set.has('RETURNED') ? 'returned' : set.has('CONFIRMED') ? 'paid' : 'failed'
        const found = books(sequence, isForgotten)
        // The withdrawal's fee is the house's only where the payout was known as paid while it was open.
        const isLate = sequence[0] === 'FAILED'
        const key = `${name} ${isLate ? 'late' : ''}`
        expect([sequence, found]).toEqual([sequence, expected.get(key) ?? found])
        expected.set(key, found)
      }
    expect(Object.fromEntries(expected)).toEqual({
      'failed late': [10_000_000n, 0n, 0n, 0n, 0n],
      'paid ': [9_500_000n, 499_000n, 0n, 0n, 0n],
      'paid late': [9_501_000n, 499_000n, 0n, 0n, 0n],
      'returned ': [9_500_000n, 0n, 0n, 499_000n, 0n],
      'returned late': [9_501_000n, 0n, 0n, 499_000n, 0n],
    })
  })

  test('two news of one return that were read before either was written suspend it once', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    counter.outcome(payoutId, 'CONFIRMED')
    counter.pass(26 * HOUR)
    const closed = counter.payout(payoutId)
    const news = { kind: 'payout', payoutId, providerRef: 'pay-1', fee: 0n, detail: '', state: 'RETURNED' } as const
    for (let count = 0; count < 2; count++) counter.tell('bank', { ...news, closed })
    expect(counter.suspense()).toHaveLength(1)
  })

  test('a frozen member’s withdrawal is not approved, nor one of a site that is paused', () => {
    const counter = new Counter()
    const id = idOf(counter.withdraw(500_000n))
    counter.pass(600_000)
    counter.freeze(true)
    expect(codeOf(counter.approve(id))).toBe('WITHDRAW_FROZEN')
    expect(counter.row(id).status).toBe('REQUESTED')
    expect([counter.row(id).approvals, counter.calls.flatMap(({ rows }) => rows.payouts)]).toEqual([[], []])
    counter.freeze(false)
    counter.pause()
    expect(codeOf(counter.approve(id))).toBe('WITHDRAW_PAUSED')
  })

  test('a freeze or a pause stops what is not being sent yet, and lets it go on when it ends', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    counter.freeze(true)
    expect(codeOf(counter.sending(payoutId))).toBe('WITHDRAW_FROZEN')
    expect(counter.payout(payoutId).state).toBe('QUEUED')
    counter.freeze(false)
    counter.pause()
    expect(codeOf(counter.sending(payoutId))).toBe('WITHDRAW_PAUSED')
    counter.configureMoney({ isWithdrawPaused: false })
    expect(counter.sending(payoutId).status).toBe(200)
    counter.freeze(true)
    // It may have left: the same key is asked about and sent again.
    expect(counter.sending(payoutId).status).toBe(200)
  })

  test('a closed one of another site is none', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    counter.outcome(payoutId, 'FAILED')
    const closed = { ...counter.payout(payoutId), siteId: SITE + 1, id: 999 }
    const posted = counter.postings.length
    expect(counter.outcome(999, 'CONFIRMED', { closed }).status).toBe(200)
    expect(counter.postings).toHaveLength(posted)
  })

  test('one that came back after it was paid waits for its owner in DEPOSIT_SUSPENSE', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    const told = { kind: 'payout', payoutId, providerRef: 'pay-1', fee: 0n, detail: '' } as const
    counter.tell('bank', { ...told, state: 'DONE', closed: null })
    counter.tell('bank', { ...told, state: 'RETURNED', closed: counter.payout(payoutId) })
    expect(counter.balance('DEPOSIT_SUSPENSE')).toBe(499_000n)
    expect(counter.balance('BANK_KRW', 'KB-1')).toBe(0n)
    expect(counter.suspense()).toMatchObject([{ cause: 'RETURNED', memberId: 7, amount: 499_000n }])
  })

  test('one that was paid after its money was returned is taken back as far as it is there', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(9_000_000n)
    counter.outcome(payoutId, 'FAILED')
    const again = counter.approved(9_000_000n)
    counter.outcome(payoutId, 'CONFIRMED')
    expect(counter.wallet(7).posted).toBe(0n)
    expect(counter.balance('BAD_DEBT')).toBe(-7_999_000n)
    counter.outcome(again.payoutId, 'FAILED')
    expect(codeOf(counter.withdraw(10_000n))).toBe('WITHDRAW_FROZEN')
  })

  test('the line of a statement closes it, whatever its provider says later', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    counter.sending(payoutId)
    counter.complete(id)
    expect(counter.payout(payoutId).state).toBe('CONFIRMED')
    counter.outcome(payoutId, 'CONFIRMED')
    expect(counter.balance('BANK_KRW', 'KB-1')).toBe(499_000n)
  })

  test('a start has those that are not closed', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    counter.sending(payoutId)
    counter.outcome(payoutId, 'UNKNOWN')
    const before = counter.core.stateHash()
    counter.restart()
    expect(counter.core.stateHash()).toBe(before)
    counter.outcome(payoutId, 'CONFIRMED')
    expect(counter.row(id).status).toBe('COMPLETED')
  })
})
