import type { P2pOrder } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { byMember, byStaff, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Reply } from '../../types.ts'
import { DAY } from '../testing.ts'
import { float, Market, type Of } from './testing.ts'
import type { P2pFact } from './types.ts'

const MINUTE = 60_000

const stateOf = ({ body }: Reply): string => (body as P2pOrder).state
const idOf = ({ body }: Reply): number => (body as P2pOrder).id

describe('D: a P2P purchase', () => {
  test('sets the coins of the merchant aside before anybody pays, and gives them to the member when he releases', () => {
    const market = new Market()
    const opened = market.order()
    expect(opened.body).toMatchObject({ state: 'OPEN', rate: '1414.00', point: '100', account: null, isHeld: true })
    expect([market.float(), market.escrow()]).toEqual([float - 100_00000000n, 100_00000000n])
    const id = market.taken(opened)
    expect(market.of(id)).toMatchObject({
      state: 'ESCROWED',
      account: '신한은행 7123 하늘',
      payBy: market.wall + 15 * MINUTE,
    })
    expect(stateOf(market.paid(id))).toBe('PAID')
    market.tell('RELEASED', id, { payer: '홍길동' })
    expect(market.of(id)).toMatchObject({ state: 'RELEASED', escrow: 0n })
    expect([market.has, market.escrow()]).toEqual([1_100_00000000n, 0n])
    expect(market.row(market.of(id).dnwId)).toMatchObject({ type: 'WB', status: 'COMPLETED', rate: '1414.00' })
    expect(market.calledFor(id)).toEqual([`p2p-${id}-open`, `p2p-${id}-paid`])
  })

  test('locks what it brought as a deposit does', () => {
    const market = new Market()
    const id = market.taken()
    market.tell('RELEASED', id)
    expect(market.core.snapshot().depositLocks).toMatchObject([{ memberId: 8, amount: 100_00000000n }])
  })

  test('goes to the best price that takes the amount where no merchant is named', () => {
    expect(new Market().order({ merchantId: null }).body).toMatchObject({ merchantId: 2, rate: '1407.00' })
    expect(new Market().order({ merchantId: null, won: 400_000n }).body).toMatchObject({ merchantId: 1 })
  })

  test('is returned when it is not paid in 15 minutes', () => {
    const market = new Market()
    const id = market.taken()
    market.pass(15 * MINUTE)
    expect(market.of(id)).toMatchObject({ state: 'EXPIRED', reason: 'UNPAID', escrow: 0n })
    expect([market.float(), market.escrow(), market.has]).toEqual([float, 0n, 1_000_00000000n])
    expect(market.row(market.of(id).dnwId)).toMatchObject({ status: 'CANCELED', reason: 'UNPAID' })
  })

  test('keeps the time that its site gave it; a new one has the new time, and fewer unpaid ones bar a member', () => {
    const market = new Market()
    const before = market.taken()
    const changes = { p2pPayMs: 5 * MINUTE, p2pMostUnpaid: 2, p2pBlockMs: 60 * MINUTE }
    const of = { ...byStaff(SITE, 9, 'x'), scope: 'money', optionId: null, effectiveFrom: null } as const
    expect(market.do({ kind: 'configure', ...of, changes }).status).toBe(200)
    market.pass(15 * MINUTE - 1)
    expect(market.of(before).state).toBe('ESCROWED')
    market.pass(1)
    expect(market.of(before).state).toBe('EXPIRED')
    const next = market.taken()
    expect(market.of(next).payBy).toBe(market.wall + 5 * MINUTE)
    market.pass(5 * MINUTE)
    expect(market.of(next).state).toBe('EXPIRED')
    expect(codeOf(market.order())).toBe('P2P_BLOCKED')
    market.pass(60 * MINUTE)
    expect(market.order().status).toBe(200)
  })

  test('is returned when the merchant refuses it or does not answer, and when the member takes it back', () => {
    const refused = new Market()
    const id = idOf(refused.order())
    refused.answer(id, false)
    expect(refused.of(id)).toMatchObject({ state: 'CANCELED', reason: 'MERCHANT' })
    const silent = new Market()
    const other = idOf(silent.order())
    silent.pass(5 * MINUTE)
    expect(silent.of(other)).toMatchObject({ state: 'CANCELED', reason: 'MERCHANT_SILENT' })
    const back = new Market()
    expect(stateOf(back.step('p2pCancel', back.taken()))).toBe('CANCELED')
    expect([refused.float(), silent.float(), back.float()]).toEqual([float, float, float])
  })

  test('keeps the coins while the member has the account: the merchant cannot take them back', () => {
    const market = new Market()
    const id = market.taken()
    market.tell('CANCELED', id)
    expect(market.of(id)).toMatchObject({ state: 'ESCROWED', escrow: 100_00000000n })
  })

  test.each<[Partial<Of<'p2pOpen'>>, string]>([
    [{ won: 0n }, 'INVALID_REQUEST'],
    [{ won: 9_999n }, 'P2P_LIMIT'],
    [{ won: 14_000_001n }, 'P2P_LIMIT'],
    [{ merchantId: 99 }, 'P2P_LIMIT'],
    [{ walletType: 'BINARY' }, 'CURRENCY_UNSUPPORTED'],
    [{ side: 'SELL', merchantId: 2 }, 'P2P_LIMIT'],
    [{ side: 'SELL', won: 14_000_000n }, 'WITHDRAW_EXCEEDS_BALANCE'],
  ])('or sale of %o is refused', (parts, code) => {
    const market = new Market()
    const before = market.core.stateHash()
    expect(codeOf(market.order(parts))).toBe(code)
    expect(market.escrow()).toBe(0n)
    expect(before).not.toBe('')
  })

  test('waits for a new price, and for the end of the one before', () => {
    const market = new Market()
    market.pass(6_000)
    const old = market.do({
      kind: 'p2pOpen',
      ...byMember({ siteId: SITE, memberId: 8 }, market.key()),
      ...{ side: 'BUY', won: 100_000n, merchantId: 1, walletType: 'FUTURES', payer: '', accountId: null, account: '' },
    })
    expect(codeOf(old)).toBe('TRY_AGAIN_LATER')
    market.order()
    expect(codeOf(market.order())).toBe('REQUEST_ALREADY_PENDING')
  })
})

describe('D: after "paid" nothing returns by time', () => {
  test('30 minutes of silence open a dispute', () => {
    const market = new Market()
    const id = market.taken()
    market.paid(id)
    market.pass(30 * MINUTE)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', reason: 'SILENT', escrow: 100_00000000n })
    market.pass(30 * DAY)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 100_00000000n })
    expect(codeOf(market.step('p2pCancel', id))).toBe('CANCEL_CLOSED')
  })

  test('a payment after expiry opens a dispute, and sets the coins aside again on the word of the merchant or a picture', () => {
    for (const say of [
      (market: Market, id: number) => market.argue(id),
      (market: Market, id: number) => market.tell('PAID', id),
      (market: Market, id: number) => market.tell('RELEASED', id),
    ]) {
      const market = new Market()
      const id = market.taken()
      market.pass(20 * MINUTE)
      market.keepRows()
      say(market, id)
      expect(market.of(id)).toMatchObject({ state: 'DISPUTED', closedAt: null, escrow: 100_00000000n })
      market.restart()
      expect(stateOf(market.decide(id, 'RELEASE'))).toBe('RELEASED')
      expect([market.has, market.float(), market.escrow()]).toEqual([1_100_00000000n, float - 100_00000000n, 0n])
      expect(market.row(market.of(id).dnwId)).toMatchObject({ type: 'WB', status: 'COMPLETED' })
    }
  })

  test('is too late a day after the end', () => {
    const market = new Market()
    const id = market.taken()
    market.pass(15 * MINUTE)
    market.pass(DAY)
    expect(codeOf(market.paid(id))).toBe('P2P_EXPIRED')
    expect(codeOf(market.argue(id))).toBe('P2P_EXPIRED')
  })

  test.each<[Partial<P2pFact>, string]>([
    [{ amount: 1n }, 'AMOUNT'],
    [{ payer: '김철수' }, 'PAYER'],
  ])('a release that is not as agreed (%o) is a dispute', (parts, text) => {
    const market = new Market()
    const id = market.taken()
    market.tell('RELEASED', id, parts)
    expect([market.of(id).state, market.has]).toEqual(['DISPUTED', 1_000_00000000n])
    expect(market.calls.flatMap(({ rows }) => rows.p2pStatements).at(-1)).toMatchObject({ teller: 'MERCHANT', text })
  })
})

describe('D: disputes', () => {
  const disputed = (market: Market): number => {
    const id = market.taken()
    market.paid(id)
    market.argue(id)
    return id
  }

  test('are decided by two persons on the version that the first one saw', () => {
    const market = new Market()
    const id = disputed(market)
    const of = { ...byStaff(SITE, 9, 'alone'), key: market.key(), orderId: id, closed: null }
    const version = market.of(id).rev
    expect(codeOf(market.do({ kind: 'p2pDecide', ...of, decision: 'RELEASE', version }))).toBe('PERMISSION_DENIED')
    expect(codeOf(market.decide(id, 'RELEASE', { version: 1 }))).toBe('STALE_VERSION')
    expect(stateOf(market.decide(id, 'RETURN'))).toBe('CANCELED')
    expect([market.float(), market.escrow(), market.has]).toEqual([float, 0n, 1_000_00000000n])
    expect(codeOf(market.decide(id, 'RELEASE'))).toBe('STALE_VERSION')
  })

  test('may come again after an end: each call to the merchant has a name of its own', () => {
    const market = new Market()
    const id = market.taken()
    market.step('p2pCancel', id)
    for (let round = 0; round < 2; round++) {
      market.argue(id)
      expect(stateOf(market.decide(id, 'RETURN'))).toBe('CANCELED')
    }
    const calls = market.calledFor(id)
    expect(calls.filter((name) => name.includes('cancel'))).toHaveLength(3)
    expect(new Set(calls).size).toBe(calls.length)
  })

  test('stay open however often the order was over before', () => {
    const market = new Market()
    const id = market.taken()
    market.step('p2pCancel', id)
    market.pass(5 * MINUTE)
    market.argue(id)
    market.decide(id, 'RETURN')
    market.pass(6 * MINUTE)
    market.argue(id)
    market.pass(6 * MINUTE)
    expect(stateOf(market.decide(id, 'RETURN'))).toBe('CANCELED')
    expect([market.float(), market.escrow()]).toEqual([float, 0n])
  })

  test('take more evidence, each with a new version, up to ten times', () => {
    const market = new Market()
    const id = disputed(market)
    const { rev } = market.of(id)
    market.argue(id, '이체 확인증입니다')
    expect(market.of(id).rev).toBe(rev + 1)
    for (let more = 3; more <= 10; more++) expect(market.argue(id).status).toBe(200)
    expect(codeOf(market.argue(id))).toBe('INVALID_REQUEST')
  })

  test('end when the merchant releases after all', () => {
    const market = new Market()
    const id = disputed(market)
    market.tell('RELEASED', id)
    expect([market.of(id).state, market.has]).toEqual(['RELEASED', 1_100_00000000n])
  })
})

describe('D: a P2P sale', () => {
  test('asks that its member hears of it; a purchase does not', () => {
    const market = new Market()
    const notices = (of: Market) =>
      of.calls.flatMap(({ rows }) => rows.outgoing).filter(({ kind }) => kind === 'notice')
    market.taken()
    expect(notices(market)).toEqual([])
    const seller = new Market()
    const id = idOf(seller.sell())
    const { memberId, dnwId } = seller.of(id)
    expect(notices(seller)).toMatchObject([{ payload: { memberId, about: 'SALE', requestId: dnwId } }])
  })

  test('escrows what the member may withdraw; he releases it after the merchant paid', () => {
    const market = new Market()
    const id = market.taken(market.sell())
    expect([market.has, market.escrow()]).toEqual([900_00000000n, 100_00000000n])
    expect(codeOf(market.step('p2pCancel', id))).toBe('CANCEL_CLOSED')
    market.tell('PAID', id)
    expect(stateOf(market.step('p2pRelease', id))).toBe('RELEASED')
    expect([market.has, market.float(), market.escrow()]).toEqual([900_00000000n, float + 100_00000000n, 0n])
    expect(market.row(market.of(id).dnwId)).toMatchObject({ type: 'WS', status: 'COMPLETED' })
  })

  test('that is not paid returns to the member as a row E', () => {
    const market = new Market()
    const id = market.taken(market.sell())
    market.pass(15 * MINUTE)
    expect([market.of(id).state, market.has, market.escrow()]).toEqual(['EXPIRED', 1_000_00000000n, 0n])
    expect([...market.rows.values()].find(({ type }) => type === 'E')).toMatchObject({ point: 100_00000000n })
    expect(market.core.snapshot().p2pMembers).toEqual([])
  })

  test('takes nothing that a purchase brought within its hold, and nothing after a change', () => {
    const market = new Market()
    market.tell('RELEASED', market.taken(market.order({ won: 1_414_000n })))
    expect(codeOf(market.sell(2_000_000n))).toBe('WITHDRAW_HOLD')
    const changed = new Market()
    changed.do({ kind: 'holdExits', ...bySystem(SITE), memberId: 8, cause: 'PASSWORD', until: null })
    expect(codeOf(changed.sell())).toBe('WITHDRAW_HOLD')
  })

  test('whose silence lasts 30 minutes is decided by staff', () => {
    const market = new Market()
    const id = market.taken(market.sell())
    market.tell('PAID', id)
    market.pass(30 * MINUTE)
    expect(stateOf(market.decide(id, 'RELEASE'))).toBe('RELEASED')
    expect(market.float()).toBe(float + 100_00000000n)
  })

  test('that was paid after its end takes what is there', () => {
    const market = new Market()
    const id = market.taken(market.sell())
    market.pass(15 * MINUTE)
    market.tell('PAID', id)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
    market.decide(id, 'RELEASE')
    expect([market.has, market.float()]).toEqual([900_00000000n, float + 100_00000000n])
  })
})

describe('D: unpaid orders', () => {
  test('three within a day block for a day; sales and orders taken back do not count', () => {
    const market = new Market()
    for (let one = 0; one < 3; one++) {
      market.step('p2pCancel', market.taken())
      market.taken()
      market.pass(15 * MINUTE)
    }
    expect(codeOf(market.order())).toBe('P2P_BLOCKED')
    market.restart()
    expect(codeOf(market.order())).toBe('P2P_BLOCKED')
    market.pass(DAY)
    expect(market.order().status).toBe(200)
  })
})

describe('D: restore', () => {
  test('a start has open orders, what was unpaid and merchants, and their times go on', () => {
    const market = new Market()
    market.taken()
    market.pass(15 * MINUTE)
    const id = market.taken()
    const before = market.core.stateHash()
    market.restart()
    expect(market.core.stateHash()).toBe(before)
    expect(market.ask('p2p.latest', { siteId: SITE, memberId: 8 })).toMatchObject({ id, state: 'ESCROWED' })
    market.restart(DAY)
    market.pass(0)
    expect(market.of(id).state).toBe('ESCROWED')
    market.pass(15 * MINUTE)
    expect(market.of(id).state).toBe('EXPIRED')
  })

  test('orders of others are nobody’s, and a repeated event counts once', () => {
    const market = new Market()
    const id = market.taken()
    expect(codeOf(market.step('p2pCancel', id, 7))).toBe('ORDER_NOT_FOUND')
    market.answer(id)
    expect(market.of(id).steps.map(({ state }) => state)).toEqual(['OPEN', 'ESCROWED'])
  })
})
