import type { WalletType } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { byMember } from '../../envelope.ts'
import { Desk, usdt } from '../../futures/testing.ts'
import { codeOf, SITE } from '../../testing.ts'

const member = { siteId: SITE, memberId: 1 }

/** A trader who is long one bitcoin at 60,000, with 10,000 USDT behind it. */
function long(): Desk {
  const desk = new Desk()
  desk.trader(1)
  desk.trader(2)
  desk.price(60_000)
  desk.do({ kind: 'setMarginType', ...byMember(member, desk.key()), optionId: 1, marginType: 'CROSS' })
  desk.trade(1, 'LONG', '1', 60_000)
  return desk
}

const own = (desk: Desk, from: WalletType, to: WalletType) =>
  desk.do({ kind: 'transferOwn', ...byMember(member, desk.key()), from, to, point: usdt(3_000) })
/** A USDT costs 1,400 won now. */
const rate = (desk: Desk) => {
  const when = { sourceTs: desk.at, recvTs: desk.at }
  desk.signal({ kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, source: 'test', ...when })
}
const give = (desk: Desk) => {
  rate(desk)
  const names = { senderName: '김*수', receiverName: '홍*동' }
  const given = { walletType: 'FUTURES', receiverId: 2, point: usdt(3_000), ...names } as const
  return desk.do({ kind: 'transferToMember', ...byMember(member, desk.key()), ...given })
}
const convert = (desk: Desk) => {
  rate(desk)
  const pair = { from: 'FUTURES', to: 'BINARY', point: usdt(3_000), quote: null } as const
  desk.core.execute({ kind: 'convert', ...byMember(member, desk.key()), ...pair }, desk.ctx())
  desk.at += 150
  rate(desk)
  desk.settle()
}

describe('D: money that leaves the wallet behind a perpetual', () => {
  test.each<[string, (desk: Desk) => unknown]>([
    ['as a transfer to another own wallet', (desk) => own(desk, 'FUTURES', 'USDT')],
    ['as a conversion', convert],
    ['as a gift to another member', give],
  ])('%s is there no more when the next price comes', (_how, leave) => {
    const desk = long()
    const before = desk.liquidPrice(1)!
    leave(desk)
    expect(desk.liquidPrice(1)).toBeGreaterThan(before)
    desk.price(52_500)
    expect(desk.position(1)).toBeUndefined()
  })

  test('and comes back to it guards it again', () => {
    const desk = long()
    own(desk, 'FUTURES', 'USDT')
    own(desk, 'USDT', 'FUTURES')
    desk.price(52_500)
    expect(desk.position(1)).toBeDefined()
  })
})

describe('D: a withdrawal while an order takes margin', () => {
  /** 5,000 USDT, to begin with free, and a price of a USDT. */
  function trader(): Desk {
    const desk = new Desk()
    desk.trader(1, usdt(5_000))
    desk.price(60_000)
    rate(desk)
    return desk
  }
  const payout = { accountId: 1, account: 'TRC20 ****', payee: '홍길동', houseSub: 'TRC20', flags: [] }
  const withdraw = (desk: Desk, amount: number) => {
    rate(desk)
    const asked = { walletType: 'FUTURES', point: usdt(amount), ...payout } as const
    return desk.do({ kind: 'applyWithdrawal', ...byMember(member, desk.key()), ...asked })
  }

  test('leaves what the order holds, before it fills and after it', () => {
    const desk = trader()
    // Half a bitcoin at 60,000 with tenfold leverage: 3,000 and fees.
    desk.place(1, { side: 'LONG', qty: '0.5' })
    expect(codeOf(withdraw(desk, 2_500))).toBe('WITHDRAW_EXCEEDS_BALANCE')
    desk.execute(60_000)
    expect(desk.position(1)).toBeDefined()
    expect(codeOf(withdraw(desk, 2_500))).toBe('WITHDRAW_EXCEEDS_BALANCE')
    expect(withdraw(desk, 1_500).status).toBe(200)
  })

  test('takes what an order then misses', () => {
    const desk = trader()
    expect(withdraw(desk, 2_500).status).toBe(200)
    expect(codeOf(desk.place(1, { side: 'LONG', qty: '0.5' }))).toBe('BALANCE_INSUFFICIENT')
  })
})
