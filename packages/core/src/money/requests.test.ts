import { describe, expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import { DAY, HOUR, idOf, paramsOf, statusOf, Teller } from './testing.ts'

const states = (teller: Teller, id: number) => teller.row(id).steps.map(({ state }) => state)
const withdrawable = (teller: Teller) =>
  teller.ask('members.withdrawable', { siteId: SITE, memberId: 7, wall: teller.wall })[0]!.withdrawable

describe('D: deposits', () => {
  test('post at COMPLETED, from the bank account that the money came to, and what they brought is locked', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(500_000n))
    expect(teller.wallet(7).posted).toBe(10_000_000n)
    expect(teller.postings.filter(({ refId }) => refId === id)).toEqual([])
    expect(teller.approve(id).status).toBe(200)
    expect(teller.wallet(7).posted).toBe(10_500_000n)
    expect(teller.balance('BANK_KRW', 'KB-1')).toBe(-500_000n)
    expect(states(teller, id)).toEqual(['REQUESTED', 'REVIEW', 'APPROVED', 'COMPLETED'])
    expect(teller.row(id)).toMatchObject({ status: 'COMPLETED', holdUntil: teller.wall + 72 * HOUR, takenBy: 9 })
    expect(teller.postings.filter(({ refId }) => refId === id).map(({ txnId }) => txnId)).toEqual(
      Array(2).fill(teller.row(id).txnId),
    )
    expect(withdrawable(teller)).toBe(10_000_000n)
  })

  test('are announced to the bank with the request, and a provider is asked to take the money; one request each', () => {
    const teller = new Teller()
    const atBank = idOf(teller.deposit(500_000n))
    const charged = idOf(teller.deposit(30_000n, { provider: 'paycoin' }))
    expect(codeOf(teller.deposit(30_000n, { provider: 'paycoin' }))).toBe('REQUEST_ALREADY_PENDING')
    const calls = teller.calls.flatMap(({ rows }) => rows.outgoing)
    const of = (id: number, amount: string, method: string) => ({
      id: `D${id}`,
      kind: 'provider-call',
      state: 'QUEUED',
      payload: { call: 'payment', body: { reference: `D${id}`, member: 'm-1-7', amount, currency: 'KRW', method } },
    })
    expect(calls).toMatchObject([
      { ...of(atBank, '500000', 'account'), provider: 'bank' },
      { ...of(charged, '30000', 'charge'), provider: 'paycoin' },
    ])
    expect(teller.row(charged)).toMatchObject({ houseAccount: 'PROVIDER_CLEARING', houseSub: 'paycoin' })
    teller.approve(charged)
    expect(teller.balance('PROVIDER_CLEARING', 'paycoin')).toBe(-30_000n)
  })

  test('are told with every state on the channel of the wallet', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(500_000n))
    teller.approve(id)
    const told = teller.events('DNW_UPDATE').map(({ data }) => (data as { status: string }).status)
    expect(told).toEqual(['REQUESTED', 'REVIEW', 'APPROVED', 'COMPLETED'])
    expect(teller.events('POINT').at(-1)!.data).toMatchObject({ point: '10500000' })
  })

  test('expire after two hours, unless the desk has begun to look', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(500_000n))
    teller.pass(2 * HOUR - 1)
    expect(teller.row(id).status).toBe('REQUESTED')
    teller.pass(1)
    expect(teller.row(id)).toMatchObject({ status: 'CANCELED', reason: 'EXPIRED', processedAt: teller.wall })
    const taken = idOf(teller.deposit(500_000n))
    teller.desk('takeRequest', taken)
    teller.pass(3 * HOUR)
    expect(teller.row(taken).status).toBe('REVIEW')
  })

  test.each([
    [0n, 'DEPOSIT_AMOUNT_REQUIRED'],
    [-5_000n, 'DEPOSIT_AMOUNT_REQUIRED'],
    [9_000n, 'DEPOSIT_BELOW_MIN'],
    [10_500n, 'AMOUNT_UNIT_MISMATCH'],
    [10n ** 13n, 'INVALID_REQUEST'],
  ])('of %s are refused: %s', (point, code) => {
    expect(codeOf(new Teller().deposit(point))).toBe(code)
  })

  test('go to the KRW wallet, one at a time', () => {
    const teller = new Teller()
    expect(codeOf(teller.deposit(10_000n, { walletType: 'FUTURES' }))).toBe('CURRENCY_UNSUPPORTED')
    expect(codeOf(teller.deposit(10_000n, { walletType: 'BONUS' }))).toBe('CURRENCY_UNSUPPORTED')
    teller.deposit(10_000n)
    expect(codeOf(teller.deposit(20_000n))).toBe('REQUEST_ALREADY_PENDING')
  })

  test('are taken back by their member while nobody looks, and never twice', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(10_000n))
    expect(codeOf(teller.cancel(id, teller.member(8)))).toBe('HISTORY_NOT_FOUND')
    expect(statusOf(teller.cancel(id))).toBe('CANCELED')
    expect(codeOf(teller.cancel(id))).toBe('CANCEL_CLOSED')
    expect(codeOf(teller.cancel(4_711))).toBe('HISTORY_NOT_FOUND')
    const other = idOf(teller.deposit(10_000n))
    teller.desk('takeRequest', other)
    teller.desk('releaseRequest', other)
    expect(teller.row(other)).toMatchObject({ status: 'REVIEW', takenBy: null })
    expect(codeOf(teller.cancel(other))).toBe('CANCEL_CLOSED')
  })
})

describe('D: withdrawals', () => {
  test('move cash to WITHDRAWAL_PENDING on request; the fee comes out of the amount', () => {
    const teller = new Teller()
    const id = idOf(teller.withdraw(500_000n))
    expect(teller.wallet(7).posted).toBe(9_500_000n)
    expect(teller.balance('WITHDRAWAL_PENDING')).toBe(500_000n)
    teller.pass(600_000)
    expect(statusOf(teller.approve(id))).toBe('APPROVED')
    expect(statusOf(teller.complete(id))).toBe('COMPLETED')
    expect(teller.balance('WITHDRAWAL_PENDING')).toBe(0n)
    expect(teller.balance('BANK_KRW', 'KB-1')).toBe(499_000n)
    expect(teller.balance('FEE_WITHDRAW')).toBe(1_000n)
    expect(teller.row(id)).toMatchObject({ point: 500_000n, fee: 1_000n, reason: 'line 12' })
  })

  test('can be cancelled for the cancel window from their request, and not be taken before', () => {
    const teller = new Teller()
    const id = idOf(teller.withdraw(500_000n))
    for (const kind of ['takeRequest', 'rejectRequest'] as const)
      expect(codeOf(teller.desk(kind, id))).toBe('REQUEST_CANCELABLE')
    expect(codeOf(teller.approve(id))).toBe('REQUEST_CANCELABLE')
    teller.pass(599_999)
    expect(statusOf(teller.cancel(id))).toBe('CANCELED')
    const late = idOf(teller.withdraw(500_000n))
    teller.pass(600_000)
    expect(codeOf(teller.cancel(late))).toBe('CANCEL_CLOSED')
    expect(teller.desk('takeRequest', late).status).toBe(200)
  })

  test('that end return by an E row, with the fee and the limit of the day', () => {
    const teller = new Teller()
    const left = () => teller.ask('money.left', { siteId: SITE, memberId: 7, wall: teller.wall }).withdraw
    const id = idOf(teller.withdraw(500_000n))
    expect(left()).toBe(49_500_000n)
    teller.pass(600_000)
    expect(statusOf(teller.desk('rejectRequest', id))).toBe('REJECTED')
    expect(teller.wallet(7).posted).toBe(10_000_000n)
    expect(teller.balance('WITHDRAWAL_PENDING')).toBe(0n)
    expect(left()).toBe(50_000_000n)
    const reversal = [...teller.rows.values()].find(({ type }) => type === 'E')!
    expect(reversal).toMatchObject({ status: 'COMPLETED', point: 500_000n, pairId: id, txnId: teller.row(id).txnId })
    expect(teller.row(id)).toMatchObject({ pairId: reversal.id, reason: 'looked at it' })
  })

  test.each([
    [0n, 'WITHDRAW_AMOUNT_REQUIRED'],
    [9_000n, 'APPLY_BELOW_MIN'],
    [10_500n, 'AMOUNT_UNIT_MISMATCH'],
    [10_001_000n, 'WITHDRAW_EXCEEDS_BALANCE'],
  ])('of %s are refused: %s', (point, code) => {
    expect(codeOf(new Teller().withdraw(point))).toBe(code)
  })

  test('one is pending per member, across wallets', () => {
    const teller = new Teller()
    const id = idOf(teller.withdraw(10_000n))
    expect(codeOf(teller.withdraw(10_000n))).toBe('REQUEST_ALREADY_PENDING')
    teller.pass(600_000)
    teller.approve(id)
    expect(codeOf(teller.withdraw(10_000n))).toBe('REQUEST_ALREADY_PENDING')
    teller.complete(id)
    expect(teller.withdraw(10_000n).status).toBe(200)
  })

  test('reach 50M a day of KST by the wall clock', () => {
    const teller = new Teller()
    teller.member(8, 100_000_000n)
    const out = (point: bigint) => teller.withdraw(point, {}, 8)
    const first = idOf(out(50_000_000n))
    teller.pass(600_000)
    teller.approve(first, 9)
    teller.approve(first, 10)
    teller.complete(first)
    expect(codeOf(out(10_000n))).toBe('WITHDRAW_LIMIT_EXCEEDED')
    teller.pass(DAY)
    expect(out(10_000n).status).toBe(200)
  })

  test('take no stake, and no money that a deposit brought within its hold', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(1_000_000n))
    teller.approve(id)
    expect(codeOf(teller.withdraw(10_000n))).toBe('WITHDRAW_HOLD') // 72 h after the first deposit
    teller.pass(72 * HOUR)
    const second = idOf(teller.deposit(1_000_000n))
    teller.approve(second)
    const until = teller.wall + 24 * HOUR
    const refused = teller.withdraw(11_500_000n)
    expect([codeOf(refused), paramsOf(refused)['until']]).toEqual(['WITHDRAW_HOLD', until])
    expect(codeOf(teller.withdraw(12_500_000n))).toBe('WITHDRAW_EXCEEDS_BALANCE')
    expect(teller.holds()).toEqual([
      { cause: 'DEPOSIT', walletType: 'BINARY', amount: '1000000', until, dnwId: second },
    ])
    teller.pass(24 * HOUR)
    expect(teller.holds()).toEqual([])
    expect(teller.withdraw(11_500_000n).status).toBe(200)
  })

  test('are held for 24 h after a change of password, one-time codes, bank account or phone', () => {
    const teller = new Teller()
    teller.hold('PASSWORD')
    const refused = teller.withdraw(10_000n)
    expect([codeOf(refused), paramsOf(refused)['until']]).toEqual(['WITHDRAW_HOLD', teller.wall + DAY])
    teller.hold('PHONE', teller.wall + 2 * DAY)
    teller.hold('PHONE', teller.wall + HOUR) // never shorter
    expect(teller.holds().map(({ cause }) => cause)).toEqual(['PASSWORD', 'PHONE'])
    teller.pass(DAY)
    expect(codeOf(teller.withdraw(10_000n))).toBe('WITHDRAW_HOLD')
    teller.pass(DAY)
    expect(teller.withdraw(10_000n).status).toBe(200)
  })

  test('ask with the request that their member hears of it, once, and nothing of one that is refused', () => {
    const teller = new Teller()
    const key = teller.key()
    const body = teller.withdraw(10_000n, { key })
    expect(teller.withdraw(10_000n, { key })).toEqual(body)
    expect(codeOf(teller.withdraw(10_000n))).toBe('REQUEST_ALREADY_PENDING')
    const told = teller.calls.flatMap(({ rows }) => rows.outgoing).filter(({ kind }) => kind === 'notice')
    const id = idOf(body)
    expect(told).toMatchObject([
      { id: `notice-${id}`, payload: { memberId: 7, about: 'WITHDRAWAL', requestId: id }, nextAt: teller.wall },
    ])
  })

  test('stop while the site has them paused', () => {
    const teller = new Teller()
    teller.configureMoney({ isWithdrawPaused: true })
    expect(codeOf(teller.withdraw(10_000n))).toBe('WITHDRAW_PAUSED')
    expect(teller.holds()).toMatchObject([{ cause: 'PAUSED' }])
  })

  test('stop when the ledger does not balance: the desk agrees to none either, and goes on when staff lift the pause', () => {
    const teller = new Teller()
    const id = idOf(teller.withdraw(10_000n))
    teller.pass(teller.row(id).cancelableUntil! - teller.wall)
    expect(teller.pause().status).toBe(200)
    expect(teller.pause().status).toBe(200)
    expect(codeOf(teller.approve(id))).toBe('WITHDRAW_PAUSED')
    expect(codeOf(teller.withdraw(10_000n))).toBe('WITHDRAW_PAUSED')
    expect(teller.deposit(10_000n).status).toBe(200)
    teller.configureMoney({ isWithdrawPaused: false })
    expect(teller.approve(id).status).toBe(200)
  })
})

describe('D: the desk', () => {
  test('looks at the newest version, and closes what is open only', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(10_000n))
    expect(codeOf(teller.desk('takeRequest', id, 9, 0))).toBe('STALE_VERSION')
    teller.desk('takeRequest', id, 9)
    expect(codeOf(teller.desk('takeRequest', id, 10))).toBe('STALE_VERSION')
    expect(codeOf(teller.approve(id, 10))).toBe('STALE_VERSION')
    expect(codeOf(teller.desk('releaseRequest', id, 10))).toBe('STALE_VERSION')
    expect(codeOf(teller.complete(id))).toBe('STALE_VERSION')
    teller.approve(id, 9)
    expect(codeOf(teller.approve(id, 9))).toBe('STALE_VERSION')
    expect(codeOf(teller.desk('takeRequest', 4_711, 9, 1))).toBe('HISTORY_NOT_FOUND')
  })

  test('goes into the hands of the colleague whom its holder names, and of nobody else', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(10_000_000n))
    expect(codeOf(teller.handOver(id, 9, 10))).toBe('STALE_VERSION')
    teller.approve(id, 9)
    const version = teller.row(id).rev
    expect(codeOf(teller.handOver(id, 9, 9))).toBe('INVALID_REQUEST')
    expect(statusOf(teller.handOver(id, 9, 10))).toBe('REVIEW')
    expect(teller.row(id)).toMatchObject({ takenBy: 10, rev: version + 1, approvals: [{ staffId: 9 }] })
    expect(codeOf(teller.handOver(id, 9, 11))).toBe('STALE_VERSION')
    expect(statusOf(teller.approve(id, 10, true))).toBe('COMPLETED')
    expect(codeOf(teller.handOver(id, 10, 11))).not.toBe(200)
  })

  test('lets a colleague take over what another one holds where he names him, and a first yes stands on', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(10_000_000n))
    teller.approve(id, 9)
    const version = teller.row(id).rev
    const over = (from: number, staffId = 10) => teller.takeOver(id, staffId, from)
    expect(codeOf(over(8))).toBe('STALE_VERSION')
    expect(statusOf(over(9))).toBe('REVIEW')
    expect(teller.row(id)).toMatchObject({ takenBy: 10, rev: version + 1, approvals: [{ staffId: 9 }] })
    // He from whom it was taken holds it no longer, and a second one at the same moment comes too late.
    expect(codeOf(over(9, 11))).toBe('STALE_VERSION')
    expect(codeOf(teller.desk('releaseRequest', id, 9))).toBe('STALE_VERSION')
    expect(statusOf(teller.approve(id, 10, true))).toBe('COMPLETED')
    // After a first yes that lapsed the one who took it over gives the first one himself.
    const late = idOf(teller.deposit(10_000_000n))
    teller.approve(late, 9)
    teller.pass(30 * 60_000)
    expect(codeOf(teller.approve(late, 10))).toBe('STALE_VERSION')
    teller.takeOver(late, 10, 9)
    expect(teller.approve(late, 10).status).toBe(202)
    expect(statusOf(teller.approve(late, 9))).toBe('COMPLETED')
    const open = idOf(teller.deposit(10_000n))
    expect(statusOf(teller.takeOver(open, 10, 9))).toBe('REVIEW')
  })

  test('agrees by two persons from 10M on, and to what is flagged', () => {
    const teller = new Teller()
    for (const [point, flags] of [
      [10_000_000n, []],
      [10_000n, ['NEW_ADDRESS']],
    ] as const) {
      const id = idOf(teller.deposit(point, { flags }))
      expect(codeOf(teller.approve(id, 10, true))).toBe('APPROVAL_NOT_FOUND')
      const first = teller.approve(id, 9)
      expect([first.status, first.body]).toEqual([202, { approvalId: id }])
      expect(codeOf(teller.approve(id, 9))).toBe('APPROVAL_SELF')
      expect(statusOf(teller.approve(id, 10, true))).toBe('COMPLETED')
      expect(teller.row(id).approvals.map(({ staffId }) => staffId)).toEqual([9, 10])
    }
  })

  test('agrees to no deposit of a member who has taken a break or excluded himself since', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(500_000n))
    teller.do({ kind: 'selfExclude', ...byMember({ siteId: SITE, memberId: 7 }, teller.key()), months: 6 })
    expect(codeOf(teller.approve(id))).toBe('SELF_EXCLUDED')
    expect([teller.row(id).status, teller.wallet(7).posted]).toEqual(['REQUESTED', 10_000_000n])
    expect(statusOf(teller.desk('rejectRequest', id))).toBe('REJECTED')
  })

  test('counts a first approval no longer whose giver may not agree any more: the next one is the first', () => {
    const counter = new Teller()
    const id = idOf(counter.deposit(13_000_000n))
    expect(counter.approve(id, 9).status).toBe(202)
    expect(codeOf(counter.approve(id, 10, true, [9]))).toBe('APPROVAL_REQUESTER_GONE')
    expect(counter.row(id).status).toBe('REVIEW')
    expect(counter.approve(id, 10, false, [9]).status).toBe(202)
    expect(counter.row(id)).toMatchObject({ takenBy: 10, approvals: [{ staffId: 10 }] })
    expect(counter.wallet(7).posted).toBe(10_000_000n)
    expect(counter.approve(id, 11, true).status).toBe(200)
    expect(counter.wallet(7).posted).toBe(23_000_000n)
  })

  test('forgets a first approval after 30 minutes', () => {
    const teller = new Teller()
    const id = idOf(teller.deposit(10_000_000n))
    teller.approve(id, 9)
    teller.pass(30 * 60_000)
    expect(codeOf(teller.approve(id, 10, true))).toBe('APPROVAL_EXPIRED')
    expect(teller.row(id).status).toBe('REVIEW')
    teller.approve(id, 9)
    teller.pass(30 * 60_000 - 1)
    expect(statusOf(teller.approve(id, 10))).toBe('COMPLETED')
  })
})
