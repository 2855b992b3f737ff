import { describe, expect, test } from 'vitest'
import { codeOf } from '../testing.ts'
import { Counter, idOf } from './testing.ts'

/** Member 7 sells KRW to a provider, by his account there. */
const sell = (counter: Counter, point: bigint, houseSub = 'bitdex') =>
  counter.withdraw(point, { accountId: null, account: '', houseSub })

describe('D: a sale to a provider', () => {
  test('waits in escrow for the desk, then is paid into the account of its member there, without a fee', () => {
    const counter = new Counter()
    const id = idOf(sell(counter, 500_000n))
    expect(counter.row(id)).toMatchObject({ type: 'WS', status: 'REQUESTED', fee: 0n, accountId: null })
    expect(counter.balance('P2P_ESCROW', 'bitdex')).toBe(500_000n)
    expect(counter.balance('WITHDRAWAL_PENDING')).toBe(0n)
    expect(counter.calls.at(-1)!.rows.outgoing).toMatchObject([{ kind: 'notice', payload: { about: 'SALE' } }])
    counter.pass(600_000)
    counter.approve(id)
    const { rows } = counter.calls.at(-1)!
    expect(rows.outgoing).toMatchObject([{ kind: 'payout', provider: 'bitdex', payload: { accountId: null } }])
    counter.sending(rows.payouts[0]!.id)
    counter.outcome(rows.payouts[0]!.id, 'CONFIRMED', { fee: 10n })
    expect(counter.row(id).status).toBe('COMPLETED')
    expect(counter.wallet(7).posted).toBe(9_500_000n)
    expect(counter.balance('P2P_ESCROW', 'bitdex')).toBe(0n)
    expect(counter.balance('PROVIDER_CLEARING', 'bitdex')).toBe(500_010n)
    expect(counter.balance('PROVIDER_FEE', 'bitdex')).toBe(-10n)
  })

  test('is of won or USDT that is traded with: coins leave by their network', () => {
    const counter = new Counter()
    counter.usdtCame()
    const of = { walletType: 'USDT', accountId: null, account: '', houseSub: 'bitdex' } as const
    expect(codeOf(counter.withdraw(100_00000000n, of))).toBe('CURRENCY_UNSUPPORTED')
  })

  test('that is taken back, rejected or refused by the provider is the member’s again', () => {
    for (const end of ['cancel', 'reject', 'refuse']) {
      const counter = new Counter()
      const id = idOf(sell(counter, 500_000n))
      if (end === 'cancel') counter.cancel(id)
      else counter.pass(600_000)
      if (end === 'reject') counter.desk('rejectRequest', id)
      if (end === 'refuse') {
        counter.approve(id)
        counter.outcome(counter.calls.flatMap(({ rows }) => rows.payouts).at(-1)!.id, 'FAILED')
      }
      expect(counter.row(id).status).toBe(end === 'cancel' ? 'CANCELED' : 'REJECTED')
      expect(counter.wallet(7).posted).toBe(10_000_000n)
      expect(counter.balance('P2P_ESCROW', 'bitdex')).toBe(0n)
    }
  })

  test('is refused below the minimum, off unit, beyond the balance, beside a withdrawal, and to who buys nothing', () => {
    const counter = new Counter()
    expect(codeOf(sell(counter, 0n))).toBe('WITHDRAW_AMOUNT_REQUIRED')
    expect(codeOf(sell(counter, 9_000n))).toBe('APPLY_BELOW_MIN')
    expect(codeOf(sell(counter, 10_500n))).toBe('AMOUNT_UNIT_MISMATCH')
    expect(codeOf(sell(counter, 11_000_000n))).toBe('WITHDRAW_EXCEEDS_BALANCE')
    expect(codeOf(sell(counter, 50_000n, 'paycoin'))).toBe('PURCHASE_METHOD_UNSUPPORTED')
    counter.withdraw(50_000n)
    expect(codeOf(sell(counter, 50_000n))).toBe('REQUEST_ALREADY_PENDING')
    expect(counter.wallet(7).posted).toBe(9_950_000n)
  })

  test('stands after a start, and counts against the day', () => {
    const counter = new Counter()
    const id = idOf(sell(counter, 9_000_000n))
    const again = new Counter(counter.core.snapshot())
    again.keepRows()
    expect(again.core.snapshot().dnw).toMatchObject([{ id, type: 'WS' }])
    expect(again.holds()).toMatchObject([{ cause: 'PENDING', dnwId: id }])
  })
})
