import { describe, expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { Counter, HOUR, idOf } from './testing.ts'

describe('D: payouts', () => {
  test('an approval makes one, and the call that asks for it in the same effects', () => {
    const counter = new Counter()
    const { id, payoutId } = counter.approved(500_000n)
    const { rows } = counter.calls.at(-1)!
    const { key } = counter.payout(payoutId)
    expect(rows.payouts).toMatchObject([{ id: payoutId, dnwId: id, state: 'QUEUED', amount: 499_000n, fee: 1_000n }])
    expect(rows.outgoing).toMatchObject([
      { id: key, kind: 'payout', provider: 'bank', state: 'QUEUED', nextAt: counter.wall },
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

  test('failed, paid and returned end in the same books, fees too, in whatever order and however often they are heard', () => {
    const facts = ['FAILED', 'CONFIRMED', 'RETURNED'] as const
    // A failure names no fee, and of what came back its provider may tell before it tells of the payment.
    const fees = { FAILED: 0n, CONFIRMED: 300n, RETURNED: 0n } as const
    const sequences: (typeof facts)[number][][] = [[]]
    for (const one of sequences) if (one.length < 4) for (const fact of facts) sequences.push([...one, fact])
    const books = (sequence: readonly (typeof facts)[number][], isForgotten: boolean) => {
      const counter = new Counter()
      const { payoutId } = counter.approved(500_000n)
      const news = { kind: 'payout', payoutId, providerRef: 'pay-1', detail: '' } as const
      for (const fact of sequence) {
        const told = { fee: fees[fact], closed: counter.payout(payoutId) }
        if (fact === 'RETURNED') counter.tell('bank', { ...news, ...told, state: fact })
        else counter.outcome(payoutId, fact, told)
        if (isForgotten) counter.pass(26 * HOUR)
      }
      const accounts = ['WITHDRAWAL_PENDING', 'DEPOSIT_SUSPENSE', 'BAD_DEBT', 'FEE_WITHDRAW']
      return [
        counter.wallet(7).posted,
        counter.balance('BANK_KRW', 'KB-1'),
        counter.balance('PROVIDER_FEE', 'KB-1'),
        ...accounts.map((name) => counter.balance(name)),
      ]
    }
    for (const sequence of sequences.slice(1))
      for (const isForgotten of [false, true]) {
        // A failure says nothing where the money is known to have left.
        const set = new Set(sequence)
        const fee = set.has('CONFIRMED') ? 300n : 0n
        const expected = set.has('RETURNED')
          ? [9_500_000n, fee, -fee, 0n, 499_000n, 0n, 1_000n]
          : set.has('CONFIRMED')
            ? [9_500_000n, 499_000n + fee, -fee, 0n, 0n, 0n, 1_000n]
            : [10_000_000n, 0n, 0n, 0n, 0n, 0n, 0n]
        expect([sequence, books(sequence, isForgotten)]).toEqual([sequence, expected])
      }
  })

  test('of what its provider took each news counts what is not booked yet, a statement too', () => {
    const counter = new Counter()
    const { payoutId } = counter.approved(500_000n)
    const fee = () => counter.balance('PROVIDER_FEE', 'KB-1')
    const shown = (amount: bigint) =>
      ({ kind: 'fee', fee: amount, currency: 'KRW', houseSub: 'KB-1', refId: null, providerRef: 'payout:r-1' }) as const
    counter.outcome(payoutId, 'CONFIRMED', { fee: 100n })
    counter.tell('bank', { ...shown(300n), payout: counter.payout(payoutId) })
    counter.tell('bank', { ...shown(300n), payout: counter.payout(payoutId) })
    counter.outcome(payoutId, 'CONFIRMED', { fee: 300n })
    expect(fee()).toBe(-300n)
    counter.pass(26 * HOUR)
    counter.outcome(payoutId, 'CONFIRMED', { fee: 300n })
    expect([fee(), counter.balance('BANK_KRW', 'KB-1')]).toEqual([-300n, 499_300n])
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
    expect(counter.balance('BAD_DEBT')).toBe(-8_000_000n)
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

  test('one that nobody knows of beyond its provider’s retention is ended by two persons, and bars its member no longer', () => {
    for (const outcome of ['CONFIRMED', 'FAILED'] as const) {
      const counter = new Counter()
      const { id, payoutId } = counter.approved(500_000n)
      const end = (by: object = counter.byTwo()) =>
        counter.do({ kind: 'endPayout', ...counter.byTwo(), ...by, payoutId, outcome, evidence: 'letter 12' })
      counter.pass(71 * HOUR)
      expect(codeOf(end())).toBe('PAYOUT_STILL_ASKED') // it has not left
      counter.sending(payoutId)
      counter.outcome(payoutId, 'UNKNOWN')
      expect(codeOf(counter.withdraw(10_000n))).toBe('REQUEST_ALREADY_PENDING')
      expect(codeOf(end())).toBe('PAYOUT_STILL_ASKED')
      counter.pass(HOUR)
      expect(codeOf(end({ approval: undefined }))).toBe('PERMISSION_DENIED')
      expect(end().status).toBe(200)
      expect(counter.payout(payoutId)).toMatchObject({ state: outcome, detail: 'letter 12' })
      expect(counter.row(id).status).toBe(outcome === 'CONFIRMED' ? 'COMPLETED' : 'REJECTED')
      expect(codeOf(end())).toBe('STALE_VERSION')
      expect(counter.withdraw(10_000n).status).toBe(200)
      // The provider speaks after all: what it says counts as ever.
      counter.outcome(payoutId, 'CONFIRMED')
      expect(counter.balance('FEE_WITHDRAW')).toBe(1_000n)
    }
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

describe('D: payouts after a backup was restored', () => {
  const since = 1_000
  class Restored extends Counter {
    /** The house begins anew, and the bank was not asked yet. */
    begin(provider = 'bank'): void {
      this.restart(0, { payoutBars: [{ siteId: SITE, provider, since, barredAt: this.wall, liftedAt: null }] })
    }

    lift(barredAt = this.wall, provider = 'bank') {
      return this.do({ kind: 'liftPayoutBar', ...bySystem(SITE), provider, barredAt })
    }
  }

  test('their key is what the command brought, and none comes of an id', () => {
    const counter = new Counter()
    const id = idOf(counter.withdraw(50_000n))
    counter.pass(600_000)
    const key = counter.payoutKey()
    counter.do({ ...counter.approval(id), payoutKey: key })
    expect(counter.calls.at(-1)!.rows.payouts.map((row) => row.key)).toEqual([key])
  })

  test('nothing is sent, and nothing that is heard ends one, until its provider was asked', () => {
    const house = new Restored()
    const { id, payoutId } = house.approved(500_000n)
    house.begin()
    expect(codeOf(house.sending(payoutId))).toBe('PAYOUT_BARRED')
    const news = { kind: 'payout', payoutId, providerRef: 'pay-1', fee: 0n, detail: '', closed: null } as const
    expect(codeOf(house.tell('bank', { ...news, state: 'DONE' }, 'evt-of-before'))).toBe('PAYOUT_BARRED')
    expect(codeOf(house.complete(id))).toBe('PAYOUT_BARRED')
    expect([house.row(id).status, house.payout(payoutId).state]).toEqual(['APPROVED', 'QUEUED'])
    expect(codeOf(house.lift(house.wall - 1))).toBe('STALE_VERSION')
    expect(house.lift().status).toBe(200)
    expect(codeOf(house.lift())).toBe('HISTORY_NOT_FOUND')
    // The same event comes again, and is heard now.
    expect(house.tell('bank', { ...news, state: 'DONE' }, 'evt-of-before').status).toBe(200)
    expect(house.row(id).status).toBe('COMPLETED')
  })

  test('of a provider that cannot state it two persons end the bar by what they have seen', () => {
    const house = new Restored()
    const { payoutId } = house.approved(500_000n)
    house.begin()
    const end = (parts: object = {}, barredAt = house.wall) =>
      house.do({ kind: 'endPayoutBar', ...house.byTwo(), provider: 'bank', barredAt, ...parts })
    expect(codeOf(end({ approval: undefined }))).toBe('PERMISSION_DENIED')
    expect(codeOf(end({}, house.wall - 1))).toBe('STALE_VERSION')
    expect(codeOf(house.sending(payoutId))).toBe('PAYOUT_BARRED')
    expect(end().status).toBe(200)
    expect(house.sending(payoutId).status).toBe(200)
  })

  test('what the provider answers ends one all the same: that is how it is asked', () => {
    const house = new Restored()
    const { id, payoutId } = house.approved(500_000n)
    house.begin()
    house.outcome(payoutId, 'CONFIRMED')
    expect(house.row(id).status).toBe('COMPLETED')
  })

  test('those of other providers go on', () => {
    const house = new Restored()
    const { payoutId } = house.approved(500_000n)
    house.begin('coin')
    expect(house.sending(payoutId).status).toBe(200)
  })

  test('a start knows who is barred', () => {
    const house = new Restored()
    const { payoutId } = house.approved(500_000n)
    house.begin()
    const before = house.core.stateHash()
    house.restart()
    expect(house.core.stateHash()).toBe(before)
    expect(codeOf(house.sending(payoutId))).toBe('PAYOUT_BARRED')
  })
})
