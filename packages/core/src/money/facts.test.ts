import { describe, expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Command } from '../types.ts'
import { Counter, DAY, HOUR, idOf } from './testing.ts'

describe('D: money that arrives', () => {
  test('completes the request that it names, of equal amount and verified name, below 10M', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    counter.arrive(500_000n, { requestId: id, houseSub: 'SH-2' })
    const steps = ['REQUESTED', 'REVIEW', 'ARRIVED', 'APPROVED', 'COMPLETED']
    expect(counter.row(id).steps.map(({ state }) => state)).toEqual(steps)
    expect(counter.wallet(7).posted).toBe(10_500_000n)
    expect(counter.balance('BANK_KRW', 'SH-2')).toBe(-500_000n)
  })

  test('finds its request by name and amount where it names none, and none where two fit', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    counter.arrive(500_000n)
    expect(counter.row(id).status).toBe('COMPLETED')
    counter.member(8)
    counter.deposit(500_000n)
    counter.deposit(500_000n, {}, 8)
    counter.arrive(500_000n)
    expect(counter.suspense()).toMatchObject([{ cause: 'REFERENCE', memberId: null }])
  })

  test('counts once for its event, whatever its body', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    counter.arrive(500_000n, { requestId: id }, 'evt-A')
    counter.arrive(900_000n, { requestId: id }, 'evt-A')
    expect(counter.suspense()).toEqual([])
    expect(counter.balance('BANK_KRW', 'KB-1')).toBe(-500_000n)
  })

  test('of another amount or name, without a request or too late is owed to nobody yet', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    counter.arrive(400_000n, { requestId: id })
    counter.arrive(500_000n, { requestId: id, payer: '김철수' })
    counter.arrive(500_000n, { requestId: id, currency: 'USDT' })
    counter.arrive(70_000n)
    counter.pass(2 * HOUR)
    counter.arrive(500_000n, { requestId: id, closed: counter.row(id) })
    expect(counter.suspense().map(({ cause, memberId }) => [cause, memberId])).toEqual([
      ['AMOUNT', 7],
      ['PAYER', 7],
      ['CURRENCY', 7],
      ['REFERENCE', null],
      ['LATE', 7],
    ])
    expect(counter.balance('DEPOSIT_SUSPENSE')).toBe(1_470_000n)
    expect(counter.wallet(7).posted).toBe(10_000_000n)
  })

  test('from 10M on waits for two persons, and other money for the same request is nobody’s yet', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(10_000_000n))
    counter.arrive(10_000_000n, { requestId: id })
    expect(counter.row(id)).toMatchObject({ status: 'REVIEW', flags: ['ARRIVED ref-1'], takenBy: null })
    counter.arrive(10_000_000n, { requestId: id })
    expect(counter.suspense()).toMatchObject([{ cause: 'ARRIVED', requestId: id }, { cause: 'AMOUNT' }])
    counter.pass(3 * HOUR)
    counter.approve(id, 9)
    counter.approve(id, 10)
    expect(counter.wallet(7).posted).toBe(20_000_000n)
  })

  test('for a member who may bring none waits for two persons too', () => {
    const counter = new Counter()
    const id = idOf(counter.deposit(500_000n))
    const until = counter.wall + DAY
    counter.do({ kind: 'coolOff', ...byMember({ siteId: SITE, memberId: 7 }, counter.key()), until })
    expect(codeOf(counter.deposit(500_000n))).toBe('COOL_OFF_ACTIVE')
    counter.arrive(500_000n, { requestId: id })
    expect(counter.suspense()).toMatchObject([{ cause: 'LIMIT', memberId: 7 }])
    expect(counter.withdraw(10_000n).status).toBe(200)
  })
})

describe('D: suspense', () => {
  const suspended = () => {
    const counter = new Counter()
    counter.arrive(70_000n)
    return { counter, suspenseId: counter.suspense()[0]!.id }
  }

  test('is assigned by two persons, as a deposit with its locks', () => {
    const { counter, suspenseId } = suspended()
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BINARY' } as const
    const { approval: _, ...alone } = counter.byTwo()
    expect(codeOf(counter.do({ ...assign, ...alone }))).toBe('PERMISSION_DENIED')
    const { body } = counter.do({ ...assign, ...counter.byTwo() })
    expect(body).toMatchObject({ type: 'D', status: 'COMPLETED', point: '70000' })
    expect([counter.wallet(7).posted, counter.balance('DEPOSIT_SUSPENSE')]).toEqual([10_070_000n, 0n])
    expect(counter.holds().map(({ cause }) => cause)).toEqual(['FIRST_DEPOSIT', 'DEPOSIT'])
    expect(codeOf(counter.do({ ...assign, ...counter.byTwo() }))).toBe('STALE_VERSION')
  })

  test('is sent back by two persons', () => {
    const { counter, suspenseId } = suspended()
    counter.do({ kind: 'returnSuspense', ...counter.byTwo(), suspenseId, statementLine: 'line 4' })
    expect([counter.balance('BANK_KRW', 'KB-1'), counter.balance('DEPOSIT_SUSPENSE')]).toEqual([0n, 0n])
    expect(counter.suspense()).toEqual([])
  })

  test('is nobody’s who takes a break, excluded himself or is locked out', () => {
    const { counter, suspenseId } = suspended()
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BINARY' } as const
    const until = counter.wall + 2 * DAY
    counter.do({ kind: 'coolOff', ...byMember({ siteId: SITE, memberId: 7 }, counter.key()), until })
    expect(codeOf(counter.do({ ...assign, ...counter.byTwo() }))).toBe('COOL_OFF_ACTIVE')
    counter.pass(2 * DAY)
    expect(counter.do({ ...assign, ...counter.byTwo() }).status).toBe(200)
  })

  test('goes to a wallet of its currency only', () => {
    const { counter, suspenseId } = suspended()
    for (const walletType of ['FUTURES', 'BONUS'] as const) {
      const reply = counter.do({ kind: 'assignSuspense', ...counter.byTwo(), suspenseId, memberId: 7, walletType })
      expect(codeOf(reply)).toBe('CURRENCY_UNSUPPORTED')
    }
  })
})

describe('D: coins', () => {
  const btcTerms = { coin: 'BTC', network: 'BTC', confirmations: 3, withdrawMin: '100000', withdrawFee: '20000' }
  const held = (counter: Counter) => counter.holds().filter(({ cause }) => cause === 'DEPOSIT')
  const btc = (counter: Counter) =>
    counter.ask('members.wallets', { siteId: SITE, memberId: 7 }).find(({ type }) => type === 'BTC')?.posted

  test('post nothing before their blocks, and leave after twice as many', () => {
    const counter = new Counter()
    counter.coins(2)
    expect(btc(counter)).toBeUndefined()
    counter.coins(3)
    expect(btc(counter)).toBe(50_000_000n)
    expect(counter.balance('COIN_HOT', 'BTC', 'BTC')).toBe(-50_000_000n)
    expect(held(counter)).toMatchObject([{ walletType: 'BTC', amount: '0.5', until: null }])
    counter.pass(3 * DAY)
    expect(held(counter)).toHaveLength(1)
    counter.coins(2) // told late
    counter.coins(6)
    expect(held(counter)).toEqual([])
    expect(counter.core.snapshot().arrivals).toEqual([])
  })

  const who = { siteId: SITE, memberId: 7 } as const
  const bars: [string, (counter: Counter) => Command][] = [
    ['SELF_EXCLUDED', (counter) => ({ kind: 'selfExclude', ...byMember(who, counter.key()), months: 6 })],
    ['COOL_OFF_ACTIVE', (counter) => ({ kind: 'coolOff', ...byMember(who, counter.key()), until: counter.wall + DAY })],
    ['ACCOUNT_DENIED', () => ({ kind: 'setMemberStatus', ...bySystem(SITE), ...who, status: 'DENY' })],
  ]
  test.each(bars)('J 5–6: %s: coins that arrive lie in suspense, also those seen before', (bar, command) => {
    const counter = new Counter()
    counter.coins(1)
    expect(counter.do(command(counter)).status).toBe(200)
    counter.coins(3)
    counter.coins(3, { txid: 'tx-2' })
    expect(btc(counter)).toBeUndefined()
    const lies = { cause: 'LIMIT', memberId: 7, currency: 'BTC', amount: 50_000_000n, state: 'OPEN' }
    expect(counter.suspense()).toMatchObject([lies, lies])
    expect(counter.balance('DEPOSIT_SUSPENSE', '', 'BTC')).toBe(100_000_000n)
    const { id: suspenseId } = counter.suspense()[0]!
    const give = { kind: 'assignSuspense', ...counter.byTwo(), suspenseId, memberId: 7, walletType: 'BTC' } as const
    expect(codeOf(counter.do(give))).toBe(bar)
  })

  test('J 4: coins beyond a deposit limit lie in suspense, whether one is too large or one too many', () => {
    const counter = new Counter()
    const limits = [{ kind: 'DEPOSIT', window: '24h', currency: 'USDT', amount: 100_00000000n }] as const
    counter.do({ kind: 'setLimits', ...byMember(who, counter.key()), limits })
    const tether = { coin: 'USDT', network: 'TRC20', walletType: 'USDT' } as const
    const come = (txid: string, usdt: bigint) => counter.coins(20, { ...tether, txid, amount: usdt * 100_000_000n })
    for (const [txid, usdt] of [
      ['a', 60n],
      ['b', 60n],
      ['c', 150n],
      ['d', 40n],
    ] as const)
      come(txid, usdt)
    const usdt = counter.ask('members.wallets', who).find(({ type }) => type === 'USDT')
    expect(usdt?.posted).toBe(100_00000000n)
    expect(counter.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([
      ['LIMIT', 60_00000000n],
      ['LIMIT', 150_00000000n],
    ])
  })

  test('are announced to their member from the first block on, once for each news, and to nobody where they are nobody’s', () => {
    const counter = new Counter()
    const open = () => counter.ask('money.arrivals', { siteId: SITE, memberId: 7 })
    const news = () =>
      counter.events('COIN_ARRIVAL').map(({ data }) => data as { state: string; confirmations: number })
    counter.coins(0)
    expect(open()).toMatchObject([
      { coin: 'BTC', amount: '0.5', confirmations: 0, needed: 3, state: 'SEEN', dnwId: null },
    ])
    counter.coins(0) // told again
    for (const confirmations of [1, 3, 6]) counter.coins(confirmations)
    counter.coins(7)
    expect(news().map(({ state, confirmations }) => [state, confirmations])).toEqual([
      ['SEEN', 0],
      ['SEEN', 1],
      ['CREDITED', 3],
      ['FINAL', 6],
    ])
    expect(open()).toEqual([])
    counter.coins(1, { txid: 'tx-2' })
    counter.coins(0, { txid: 'tx-2', reorged: true })
    counter.coins(1, { txid: 'tx-3', memberId: null })
    expect(
      news()
        .map(({ state }) => state)
        .slice(4),
    ).toEqual(['SEEN', 'REORGED'])
    expect(counter.ask('money.arrivals', { siteId: SITE, memberId: 8 })).toEqual([])
  })

  test('that the network forgets are taken back as far as they are there', () => {
    const counter = new Counter()
    counter.coins(1)
    counter.coins(1, { reorged: true })
    expect(btc(counter)).toBeUndefined()
    counter.coins(3, { txid: 'tx-2' })
    counter.coins(0, { txid: 'tx-2', reorged: true })
    expect([btc(counter), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([0n, 0n])
    expect(held(counter)).toEqual([])
    counter.coins(0, { txid: 'tx-2', reorged: true, closed: counter.calls.at(-1)!.rows.arrivals[0]! })
    expect(counter.balance('COIN_HOT', 'BTC', 'BTC')).toBe(0n)
  })

  test('that are told of again after the network forgot them are looked at, once', () => {
    const counter = new Counter()
    counter.coins(3)
    counter.coins(0, { reorged: true })
    counter.coins(4)
    counter.coins(6)
    expect(counter.suspense()).toMatchObject([{ cause: 'LATE', memberId: 7, amount: 50_000_000n }])
    expect(btc(counter)).toBe(0n)
  })

  test('in suspense whose block the network forgets leave it, and nobody can be given them', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    const suspenseId = counter.suspense()[0]!.id
    counter.restart()
    counter.forget()
    expect(counter.suspense()).toEqual([])
    expect([counter.balance('DEPOSIT_SUSPENSE', '', 'BTC'), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([
      0n,
      0n,
    ])
    expect(counter.suspenseRow(suspenseId)).toMatchObject({ state: 'REORGED' })
    const assign = { kind: 'assignSuspense', suspenseId, memberId: 7, walletType: 'BTC' } as const
    expect(codeOf(counter.do({ ...assign, ...counter.byTwo() }))).toBe('STALE_VERSION')
    counter.forget() // told again
    expect(counter.balance('COIN_HOT', 'BTC', 'BTC')).toBe(0n)
  })

  test('that the desk gave to a member before the network forgot them are taken back like those credited, once', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    const suspenseId = counter.suspense()[0]!.id
    counter.do({ kind: 'assignSuspense', ...counter.byTwo(), suspenseId, memberId: 7, walletType: 'BTC' })
    const settled = counter.settled(suspenseId)
    expect(btc(counter)).toBe(50_000_000n)
    counter.restart()
    counter.forget({ settled })
    expect([btc(counter), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([0n, 0n])
    counter.coins(4, { closed: counter.arrival() }) // in another block
    expect(counter.suspense()).toMatchObject([{ cause: 'LATE' }])
    counter.forget({ settled }) // of a database that was read before
    expect([btc(counter), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([0n, 0n])
    expect([counter.suspense(), counter.balance('BAD_DEBT', '', 'BTC')]).toEqual([[], 0n])
  })

  test('that the desk gave to a member a moment before are taken back where the database did not show it yet', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    const suspenseId = counter.suspense()[0]!.id
    counter.do({ kind: 'assignSuspense', ...counter.byTwo(), suspenseId, memberId: 7, walletType: 'BTC' })
    counter.forget()
    expect([btc(counter), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([0n, 0n])
  })

  test('that were sent back before the network forgot them are the house’s loss', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    const suspenseId = counter.suspense()[0]!.id
    counter.do({ kind: 'returnSuspense', ...counter.byTwo(), suspenseId, statementLine: 'line 4' })
    counter.forget()
    expect(counter.balance('COIN_HOT', 'BTC', 'BTC')).toBe(50_000_000n)
    expect(counter.balance('BAD_DEBT', '', 'BTC')).toBe(-50_000_000n)
  })

  test('of another amount at a later telling: what is more is owed to nobody yet, what is less is taken back', () => {
    const counter = new Counter()
    counter.coins(3)
    counter.coins(2, { amount: 70_000_000n }) // without its blocks nothing is posted
    expect(counter.suspense()).toEqual([])
    for (const _ of [1, 2]) counter.coins(4, { amount: 70_000_000n })
    expect(counter.suspense()).toMatchObject([{ cause: 'AMOUNT', memberId: 7, amount: 20_000_000n }])
    expect([btc(counter), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([50_000_000n, -70_000_000n])
    counter.coins(5, { amount: 60_000_000n })
    expect(counter.suspense()).toMatchObject([{ cause: 'AMOUNT', amount: 10_000_000n }])
    counter.coins(6, { amount: 40_000_000n })
    expect([btc(counter), counter.suspense()]).toEqual([40_000_000n, []])
    expect(counter.arrival()).toMatchObject({ state: 'FINAL', amount: 40_000_000n, share: 40_000_000n })
    counter.restart()
    counter.coins(9, { amount: 45_000_000n, closed: counter.arrival() })
    expect(counter.suspense()).toMatchObject([{ cause: 'AMOUNT', amount: 5_000_000n }])
    counter.forget()
    expect([btc(counter), counter.suspense(), counter.balance('COIN_HOT', 'BTC', 'BTC')]).toEqual([0n, [], 0n])
  })

  test('of another amount before their blocks: the member gets no more than was first told', () => {
    const counter = new Counter()
    counter.coins(1)
    counter.coins(3, { amount: 70_000_000n })
    expect(btc(counter)).toBe(50_000_000n)
    expect(counter.suspense()).toMatchObject([{ cause: 'AMOUNT', amount: 20_000_000n }])
    counter.coins(1, { txid: 'tx-2' })
    counter.coins(3, { txid: 'tx-2', amount: 30_000_000n })
    expect(btc(counter)).toBe(80_000_000n)
  })

  test('of another amount while they are in suspense: only the difference is a new fact', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    counter.coins(4, { memberId: null, amount: 70_000_000n })
    expect(counter.suspense().map(({ cause, amount }) => [cause, amount])).toEqual([
      ['OWNER', 50_000_000n],
      ['AMOUNT', 20_000_000n],
    ])
  })

  test('count once, also where the database was read before they were done', () => {
    const counter = new Counter()
    counter.coins(6)
    counter.coins(7)
    expect(btc(counter)).toBe(50_000_000n)
  })

  test('of nobody, without a tag or of a foreign token are owed to nobody yet', () => {
    const counter = new Counter()
    counter.coins(3, { memberId: null })
    counter.coins(3, { txid: 'tx-2', network: 'ERC20' })
    counter.coins(3, { txid: 'tx-3', walletType: 'FUTURES' })
    expect(counter.suspense().map(({ cause }) => cause)).toEqual(['OWNER', 'OWNER', 'OWNER'])
    expect(counter.balance('DEPOSIT_SUSPENSE', '', 'BTC')).toBe(150_000_000n)
  })

  test('on a network that is switched off are still its member’s', () => {
    const counter = new Counter()
    const coins = [{ ...btcTerms, isOpen: false }]
    expect(counter.configureMoney({ coins }).status).toBe(200)
    counter.coins(3)
    expect(btc(counter)).toBe(50_000_000n)
  })

  test('leave by their configured network only, on its terms', () => {
    const counter = new Counter()
    counter.usdtCame()
    const ask = (houseSub: string) => counter.withdraw(100_00000000n, { walletType: 'USDT', houseSub, payee: '홍길동' })
    const before = counter.core.stateHash()
    expect(codeOf(ask('ERC20'))).toBe('NETWORK_UNSUPPORTED')
    expect(counter.core.stateHash()).toBe(before)
    expect(codeOf(ask('TRC20'))).not.toBe('NETWORK_UNSUPPORTED')
  })

  test('on their way are known after a start', () => {
    const counter = new Counter()
    counter.coins(3)
    counter.coins(1, { txid: 'tx-2' })
    const before = counter.core.stateHash()
    counter.restart()
    expect(counter.core.stateHash()).toBe(before)
    counter.coins(6)
    counter.coins(3, { txid: 'tx-2' })
    expect(btc(counter)).toBe(100_000_000n)
  })
})

describe('D: what is taken back from a member', () => {
  type Deduct = Extract<Command, { kind: 'deductCash' }>
  let posting = 0
  const line = {
    memberId: 7,
    walletType: 'BINARY',
    houseAccount: 'BANK_KRW',
    houseSub: 'KB-1',
    owner: null,
    requestId: 1,
  } as const
  const deduct = (counter: Counter, point: bigint, parts: Partial<Deduct> = {}) => {
    posting++
    const of = { ...line, postingId: posting, credited: point, point, ...parts }
    return counter.do({ kind: 'deductCash', ...counter.byTwo(), ...of })
  }

  test('is what is free; the rest is BAD_DEBT and freezes what leaves', () => {
    const counter = new Counter()
    expect(deduct(counter, 4_000_000n).body).toMatchObject({ type: 'PM', point: '4000000' })
    expect(counter.withdraw(10_000n).status).toBe(200)
    deduct(counter, 6_000_000n)
    expect([counter.wallet(7).posted, counter.balance('BAD_DEBT')]).toEqual([0n, -10_000n])
    expect(counter.holds().map(({ cause }) => cause)).toEqual(['FROZEN', 'PENDING'])
    const lift = { kind: 'freezeWithdrawals', memberId: 7, isFrozen: false } as const
    const { approval: _, ...alone } = counter.byTwo()
    expect(codeOf(counter.do({ ...lift, ...alone }))).toBe('PERMISSION_DENIED')
    counter.do({ ...lift, ...counter.byTwo() })
    expect(counter.holds().map(({ cause }) => cause)).toEqual(['PENDING'])
  })

  test('is cash, into an account of the house: nothing of a bonus, nothing into a member’s wallet', () => {
    const counter = new Counter()
    const before = counter.core.stateHash()
    for (const parts of [
      { walletType: 'BONUS' },
      { houseAccount: 'MEMBER' },
      { houseAccount: 'MEMBER_BONUS' },
      { point: 0n },
      { point: 2n },
    ] as const)
      expect(codeOf(deduct(counter, 1n, parts))).toBe('INVALID_REQUEST')
    expect(counter.core.stateHash()).toBe(before)
  })

  test('takes two persons', () => {
    const counter = new Counter()
    const { approval: _, ...alone } = counter.byTwo()
    const parts = { ...line, postingId: 1, credited: 1n, point: 1n }
    expect(codeOf(counter.do({ kind: 'deductCash', ...alone, ...parts }))).toBe('PERMISSION_DENIED')
  })

  test('is taken back once for each line of the ledger, also after a start', () => {
    const counter = new Counter()
    expect(deduct(counter, 1_000n, { postingId: 901, credited: 5_000n }).status).toBe(200)
    expect(codeOf(deduct(counter, 1_000n, { postingId: 901, credited: 5_000n }))).toBe('STALE_VERSION')
    const before = counter.core.stateHash()
    counter.restart()
    expect(counter.core.stateHash()).toBe(before)
    expect(codeOf(deduct(counter, 1_000n, { postingId: 901, credited: 5_000n }))).toBe('STALE_VERSION')
    expect([counter.wallet(7).posted, counter.balance('BANK_KRW', 'KB-1')]).toEqual([9_999_000n, 1_000n])
  })

  test('is expected from the bank no more, where the desk completed a deposit that never came', () => {
    const counter = new Counter()
    const requestId = idOf(counter.deposit(300_000n))
    counter.approve(requestId)
    expect(counter.core.snapshot().expectedDeposits).toHaveLength(1)
    deduct(counter, 300_000n, { requestId })
    expect(counter.core.snapshot().expectedDeposits).toEqual([])
    expect([counter.wallet(7).posted, counter.balance('BANK_KRW', 'KB-1')]).toEqual([10_000_000n, 0n])
  })

  test('waits in suspense for its owner where it is somebody else’s, whole, and can be assigned to him', () => {
    const counter = new Counter()
    counter.member(8)
    counter.arrive(10_500_000n, { payer: '아무개' })
    const [came] = counter.suspense()
    const assign = (suspenseId: number, memberId: number) =>
      counter.do({ kind: 'assignSuspense', ...counter.byTwo(), suspenseId, memberId, walletType: 'BINARY' })
    expect(assign(came!.id, 7).status).toBe(200)
    counter.configureMoney({ firstHoldMs: 0, holdMs: 0 })
    deduct(counter, 10_500_000n, { owner: { reference: 'D1', payer: '아무개' } })
    expect(counter.balance('DEPOSIT_SUSPENSE')).toBe(10_500_000n)
    const [again] = counter.suspense()
    expect(again).toMatchObject({ cause: 'OWNER', amount: 10_500_000n, houseAccount: 'BANK_KRW', houseSub: 'KB-1' })
    expect(assign(again!.id, 8).status).toBe(200)
    expect([counter.wallet(7).posted, counter.wallet(8).posted]).toEqual([10_000_000n, 20_500_000n])
    expect([counter.balance('DEPOSIT_SUSPENSE'), counter.balance('BANK_KRW', 'KB-1')]).toEqual([0n, -10_500_000n])
  })
})
