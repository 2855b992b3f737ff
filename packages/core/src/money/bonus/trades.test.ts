import { expect, test } from 'vitest'
import { byStaff, bySystem } from '../../envelope.ts'
import { Desk, perpetual, usdt } from '../../futures/testing.ts'
import { contract, Floor } from '../../oversea/testing.ts'
import { type House, SITE } from '../../testing.ts'

const bonus = (house: House): void => {
  const by = byStaff(SITE, 9, 'welcome', { approval: { id: 1, staffId: 10 } })
  house.do({ kind: 'grantBonus', ...by, key: house.key(), memberId: 7, point: 100_000n, multiple: null })
}
const counted = (house: House) => house.calls.flatMap(({ rows }) => rows.turnovers)

test('a closed perpetual counts 250 times its fee, in won, on the side that was held', () => {
  for (const side of ['LONG', 'SHORT'] as const) {
    const house = new Desk()
    const grants = [
      { type: 'BINARY', currency: 'KRW', amount: 0n },
      { type: 'FUTURES', currency: 'USDT', amount: usdt(10_000) },
    ] as const
    house.do({ kind: 'openMember', ...bySystem(SITE), memberId: 7, grants })
    house.price(60_000)
    bonus(house)
    house.trade(7, side, '0.1', 60_000)
    expect(counted(house)).toEqual([])
    const rate = { kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, source: 'test' } as const
    house.signal({ ...rate, sourceTs: house.at, recvTs: house.at })
    house.order(7, { side: side === 'LONG' ? 'SHORT' : 'LONG', qty: '0.1' })
    house.execute(60_000)
    const [fill] = house.fills.slice(-1)
    const amount = (fill!.fee * 250n * 1_400n) / usdt(1)
    expect(counted(house)).toMatchObject([{ memberId: 7, underlying: 'BTCUSDT', isUp: side === 'LONG', amount }])
  }
})

test('a closed contract counts the margin that it held, on the side that was held', () => {
  for (const side of ['LONG', 'SHORT'] as const) {
    const house = new Floor([contract()])
    house.member(7)
    house.price(1.1)
    bonus(house)
    house.trade(7, side, 3)
    expect(counted(house)).toEqual([])
    house.order(7, { side: side === 'LONG' ? 'SHORT' : 'LONG', count: 2 })
    house.pass(300)
    expect(counted(house)).toMatchObject([
      { memberId: 7, underlying: 'EURUSD', isUp: side === 'LONG', amount: 1_120_000n },
    ])
  }
})

test('a perpetual that is closed without a fee counts nothing, and leaves no row', () => {
  const house = new Desk([perpetual({ takerPpm: 0 })])
  house.trader(7)
  house.price(60_000)
  bonus(house)
  house.trade(7, 'LONG', '0.1', 60_000)
  const rate = { kind: 'coinRate', pair: 'USDTKRW', role: 'price', rate: 140_000, source: 'test' } as const
  house.signal({ ...rate, sourceTs: house.at, recvTs: house.at })
  house.order(7, { side: 'SHORT', qty: '0.1' })
  house.execute(60_000)
  expect(house.fills.map(({ fee }) => fee)).toEqual([0n, 0n])
  expect(counted(house)).toEqual([])
})
