import { expect, test } from 'vitest'
import { byMember, byStaff, bySystem } from '../envelope.ts'
import { DAY_MS, kstMonday } from '../kst.ts'
import { Counter } from '../money/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Command, Reply } from '../types.ts'

type Close = Extract<Command, { kind: 'closeCommissions' }>

class Office extends Counter {
  readonly week = kstMonday(this.at) - 7 * DAY_MS

  close(parts: Partial<Close> = {}): Reply {
    const payables = [
      { partnerId: 1203, memberId: 7, amount: 2_359_000n, isHeld: false },
      { partnerId: 1204, memberId: 7, amount: 3_618_000n, isHeld: true },
    ]
    const of = { week: this.week, digest: 'd1', lines: 4, payables }
    return this.do({ kind: 'closeCommissions', ...bySystem(SITE), ...of, ...parts })
  }

  pay(...partnerIds: number[]): Reply {
    return this.do({ kind: 'payCommissions', ...this.byTwo(), week: this.week, partnerIds })
  }

  reject(partnerId: number): Reply {
    return this.do({ kind: 'rejectCommission', ...this.byTwo(), week: this.week, partnerId })
  }

  keep(partnerId: number, isHeld: boolean, version: number): Reply {
    const by = { ...byStaff(SITE, 9, 'looked at'), key: this.key() }
    return this.do({ kind: 'holdCommission', ...by, week: this.week, partnerId, isHeld, version })
  }

  /** What is owed to each of the two partners, what it cost, and what member 7 has. */
  money() {
    const wallet = this.core.snapshot().wallets.find(({ memberId, type }) => memberId === 7 && type === 'BINARY')
    return [
      this.balance('PARTNER_PAYABLE', '1203'),
      this.balance('PARTNER_PAYABLE', '1204'),
      this.balance('COMMISSION'),
      wallet!.posted,
    ]
  }
}

test('P18: a week is closed once for ever: the same lines again change nothing, others are refused, also after a restart', () => {
  const office = new Office()
  const [, , , had] = office.money()
  expect(office.close().status).toBe(200)
  expect(office.money()).toEqual([2_359_000n, 3_618_000n, -5_977_000n, had])
  const before = office.core.stateHash()
  expect(office.close().status).toBe(200)
  expect(codeOf(office.close({ digest: 'd2' }))).toBe('STALE_VERSION')
  expect(office.core.stateHash()).toBe(before)
  office.pay(1203)
  office.restart()
  expect(office.close().status).toBe(200)
  expect(office.money()).toEqual([0n, 3_618_000n, -5_977_000n, had! + 2_359_000n])
})

test('P17: a week that is not over, that begins on no Monday, or that owes nobody or nothing is refused whole', () => {
  const office = new Office()
  const one = { partnerId: 1203, memberId: 7, amount: 1n, isHeld: false }
  const before = office.core.stateHash()
  for (const [parts, code] of [
    [{ week: office.week + 7 * DAY_MS }, 'INVALID_REQUEST'],
    [{ week: office.week + DAY_MS }, 'INVALID_REQUEST'],
    [{ payables: [one, one] }, 'INVALID_REQUEST'],
    [{ payables: [{ ...one, amount: 0n }] }, 'INVALID_REQUEST'],
    [{ payables: [{ ...one, memberId: 424_242 }] }, 'USER_NOT_FOUND'],
  ] as const)
    expect([parts, codeOf(office.close(parts))]).toEqual([parts, code])
  expect(office.core.stateHash()).toBe(before)
  expect(office.close({ payables: [], lines: 0 }).status).toBe(200)
})

test('P17: a week may be closed from the very millisecond of its end', () => {
  const office = new Office()
  const week = office.week + 7 * DAY_MS
  office.pass(week + 7 * DAY_MS - 1 - office.at)
  expect(codeOf(office.close({ week }))).toBe('INVALID_REQUEST')
  office.pass(1)
  expect(office.close({ week }).status).toBe(200)
})

test('P18: a week of many partners sums to zero in every transaction', () => {
  const office = new Office()
  const payables = Array.from({ length: 250 }, (_, n) => ({
    partnerId: 2_000 + n,
    memberId: 7,
    amount: 1n,
    isHeld: false,
  }))
  expect(office.close({ payables }).status).toBe(200)
  expect(office.balance('COMMISSION')).toBe(-250n)
  const txns = new Set(office.postings.filter(({ reason }) => reason === 'COMMISSION').map(({ txnId }) => txnId))
  expect(txns.size).toBe(3)
})

test('P19: two persons pay a partner into his wallet of won, once, with a row C; all of a list or none', () => {
  const office = new Office()
  office.close()
  const [, , , had] = office.money()
  const alone = { ...byStaff(SITE, 9, 'pay'), key: office.key() }
  const command = { kind: 'payCommissions', ...alone, week: office.week, partnerIds: [1203] } as const
  expect(codeOf(office.do(command))).toBe('PERMISSION_DENIED')
  expect(codeOf(office.pay())).toBe('INVALID_REQUEST')
  expect(codeOf(office.pay(1203, 1203))).toBe('INVALID_REQUEST')
  expect(codeOf(office.pay(1203, 1204))).toBe('STALE_VERSION')
  expect(office.money()[3]).toBe(had)
  expect(office.pay(1203).status).toBe(200)
  expect(codeOf(office.pay(1203))).toBe('STALE_VERSION')
  expect(office.money()).toEqual([0n, 3_618_000n, -5_977_000n, had! + 2_359_000n])
  expect([...office.rows.values()].filter(({ type }) => type === 'C')).toMatchObject([
    { status: 'COMPLETED', point: 2_359_000n, walletType: 'BINARY', reason: 'PARTNER_COMMISSION', houseSub: '1203' },
  ])
  const ended = office.calls.flatMap(({ rows }) => rows.commissionPayables).at(-1)
  expect(ended).toMatchObject({ partnerId: 1203, state: 'PAID', decidedAt: office.wall, version: 2 })
})

test('P7, P19: what is held is paid once it is released, and of the version that was looked at', () => {
  const office = new Office()
  office.close()
  expect(codeOf(office.keep(1204, true, 1))).toBe('STALE_VERSION')
  expect(codeOf(office.keep(1204, false, 2))).toBe('STALE_VERSION')
  expect(office.keep(1204, false, 1).status).toBe(200)
  expect(office.keep(1203, true, 1).status).toBe(200)
  office.restart()
  expect(codeOf(office.pay(1203))).toBe('STALE_VERSION')
  expect(office.pay(1204).status).toBe(200)
})

test('P19: what is rejected is the house’s again, once, held or not', () => {
  const office = new Office()
  office.close()
  expect(office.reject(1204).status).toBe(200)
  expect(codeOf(office.reject(1204))).toBe('STALE_VERSION')
  expect(codeOf(office.pay(1204))).toBe('STALE_VERSION')
  expect(office.money().slice(0, 3)).toEqual([2_359_000n, 0n, -2_359_000n])
})

test('J 4: nothing is paid to a partner who excluded himself', () => {
  const office = new Office()
  office.close()
  const of = byMember({ siteId: SITE, memberId: 7 }, office.key())
  office.do({ kind: 'selfExclude', ...of, months: 6 })
  expect(codeOf(office.pay(1203))).toBe('SELF_EXCLUDED')
})
