import { expect, test } from 'vitest'
import { byMember, byStaff } from '../envelope.ts'
import { codeOf, SITE } from '../testing.ts'
import type { Command, Refusal } from '../types.ts'
import { Counter, DAY } from './testing.ts'
import { type JudgedByTwo, judgedByTwo } from './two-persons.ts'

const who = { siteId: SITE, memberId: 7 } as const

class Desk extends Counter {
  /** What the first person hears when he requests it. */
  refusal(command: Command): Refusal | null {
    return this.ask('money.refusal', { siteId: SITE, wall: this.wall, command: command as JudgedByTwo })
  }
}

/** A request that cannot be carried out, and why. */
const refused: { readonly [Kind in JudgedByTwo['kind']]: readonly [string, (desk: Desk) => Command] } = {
  assignSuspense: [
    'SELF_LIMIT_EXCEEDED',
    (desk) => {
      const limits = [{ kind: 'DEPOSIT', window: '24h', currency: 'KRW', amount: 50_000n }] as const
      desk.do({ kind: 'setLimits', ...byMember(who, desk.key()), limits })
      desk.arrive(70_000n)
      const suspenseId = desk.suspense()[0]!.id
      return { kind: 'assignSuspense', ...desk.byTwo(), suspenseId, memberId: 7, walletType: 'BINARY' }
    },
  ],
  payRest: [
    'STALE_VERSION',
    (desk) => ({
      kind: 'payRest',
      ...desk.byTwo(),
      memberId: 7,
      walletType: 'BINARY',
      accountId: 31,
      account: '신한은행 ****4821',
      payee: '홍길동',
      houseSub: 'KB-1',
      payoutKey: desk.payoutKey(),
    }),
  ],
  deductCash: [
    'INVALID_REQUEST',
    (desk) => ({
      kind: 'deductCash',
      ...desk.byTwo(),
      memberId: 7,
      walletType: 'BINARY',
      postingId: 5,
      requestId: 6,
      credited: 1_000n,
      point: 1_001n,
      houseAccount: 'BANK_KRW',
      houseSub: 'KB-1',
      owner: null,
    }),
  ],
  moveHouse: [
    'BALANCE_INSUFFICIENT',
    (desk) => ({
      kind: 'moveHouse',
      ...desk.byTwo(),
      move: 'CAPITAL_OUT',
      currency: 'KRW',
      amount: 1_000n,
      from: { account: 'BANK_KRW', sub: 'KB-1' },
      to: null,
      merchantId: null,
      reference: '',
    }),
  ],
  grantBonus: [
    'ACCOUNT_DENIED',
    (desk) => {
      desk.do({ kind: 'setMemberStatus', ...byStaff(SITE, 9, 'as asked'), memberId: 7, status: 'DENY' })
      return { kind: 'grantBonus', ...desk.byTwo(), memberId: 7, point: 1_000n, multiple: null }
    },
  ],
  deductBonus: [
    'BALANCE_INSUFFICIENT',
    (desk) => ({ kind: 'deductBonus', ...desk.byTwo(), memberId: 7, point: 1_000n }),
  ],
  createCoupon: [
    'INVALID_REQUEST',
    (desk) => ({
      kind: 'createCoupon',
      ...desk.byTwo(),
      coupon: {
        code: 'SUMMER',
        title: '여름',
        walletType: 'BONUS',
        point: 10n ** 12n,
        multiple: null,
        cap: null,
        startsAt: desk.wall,
        endsAt: desk.wall + DAY,
        maxUses: 1,
        isFirstDeposit: false,
        audience: [],
      },
    }),
  ],
  payCommissions: [
    'STALE_VERSION',
    (desk) => ({ kind: 'payCommissions', ...desk.byTwo(), week: 0, partnerIds: [1204] }),
  ],
  rejectCommission: [
    'STALE_VERSION',
    (desk) => ({ kind: 'rejectCommission', ...desk.byTwo(), week: 0, partnerId: 1204 }),
  ],
}

test.each(judgedByTwo)(
  'F: %s that cannot be carried out is refused when it is requested, as the second yes would be',
  (kind) => {
    const [code, commandOf] = refused[kind]
    const desk = new Desk()
    const command = commandOf(desk)
    const before = desk.core.stateHash()
    expect(desk.refusal(command)?.code).toBe(code)
    expect(desk.core.stateHash()).toBe(before)
    expect(codeOf(desk.do(command))).toBe(code)
  },
)

test('J 4: money in suspense is not assigned beyond a deposit limit of its member, and is once the limit lets it', () => {
  const desk = new Desk()
  const limits = [{ kind: 'DEPOSIT', window: '24h', currency: 'KRW', amount: 100_000n }] as const
  desk.do({ kind: 'setLimits', ...byMember(who, desk.key()), limits })
  for (let came = 0; came < 2; came += 1) desk.arrive(60_000n)
  const assign = (suspenseId: number) =>
    ({ kind: 'assignSuspense', ...desk.byTwo(), suspenseId, memberId: 7, walletType: 'BINARY' }) as const
  const [one, other] = desk.suspense().map(({ id }) => id)
  expect(desk.refusal(assign(one!))).toBeNull()
  expect(desk.do(assign(one!)).status).toBe(200)
  expect(codeOf(desk.do(assign(other!)))).toBe('SELF_LIMIT_EXCEEDED')
  expect(desk.balance('DEPOSIT_SUSPENSE')).toBe(60_000n)
  desk.pass(DAY)
  expect(desk.refusal(assign(other!))).toBeNull()
  expect(desk.do(assign(other!)).status).toBe(200)
})
