import { Desk, perpetual, usdt } from '../../futures/testing.ts'
import { Floor } from '../../oversea/testing.ts'
import { emptySnapshot, House, NOON, option } from '../../testing.ts'
import type { FuturesOption } from '../../types.ts'

// Houses whose members have hardly a unit that nothing is set aside of, and the ways of a market through all that they have open.

const traders = [
  [1, 'LONG'],
  [2, 'SHORT'],
  [3, 'LONG'],
  [4, 'SHORT'],
] as const

/** Contracts: resting both ways, with exits, with one kept over night. */
export function fullFloor(): Floor {
  const h = new Floor()
  h.price(1.1)
  for (const [memberId, side] of traders) {
    h.member(memberId, 3_000_000n)
    if (memberId > 2) {
      h.order(memberId, { side, count: 1 })
      h.pass(300)
      h.pass(2_000)
      h.price(1.1)
      h.tpsl(memberId, 40, 60)
      if (memberId === 3) h.overnight(memberId)
    }
    const price = side === 'LONG' ? '1.09950' : '1.10060'
    while (h.order(memberId, { side, count: 1, marketType: 'LIMIT', price }).status === 200) {}
  }
  return h
}

/** The market goes through all that rests, both ways, until everybody is out of it. */
export function playFloor(h: Floor): void {
  for (const price of [1.0992, 1.1008, 1.095, 1.12, 1.03]) {
    h.at += 3_000
    h.price(price)
    h.pass(300)
    h.price(price)
  }
}

/** Perpetuals: resting both ways, with exits, triggered, isolated and across. */
export function fullDesk(parts: Partial<FuturesOption> = {}): Desk {
  const h = new Desk([perpetual(parts)])
  h.price(60_000)
  for (const [memberId, side] of traders) {
    h.trader(memberId, usdt(1_000))
    if (memberId > 2) {
      h.order(memberId, { side, qty: '0.05' })
      h.execute(60_000)
      h.at += 2_000
      h.tpsl(memberId, side === 'LONG' ? '61000' : '59000', side === 'LONG' ? '58500' : '61500')
    }
    const price = side === 'LONG' ? 59_900 : 60_100
    for (let qty = 200; qty > 0; qty = Math.floor(qty / 2))
      while (h.limit(memberId, side, (qty / 1_000).toFixed(3), String(price)).status === 200) {}
    h.order(memberId, {
      side,
      qty: '0.001',
      marketType: 'STOPMARKET',
      triggerPrice: side === 'LONG' ? '60300' : '59700',
    })
  }
  return h
}

/** The market goes through all that rests, both ways, until everybody is out of it. */
export function playDesk(h: Desk): void {
  for (const price of [59_850, 60_150, 60_600, 58_000, 66_000, 40_000]) {
    h.at += 3_000
    h.price(price)
    h.execute(price)
  }
}

/** Rounds of both kinds that take stakes and that run, with everything of their members at stake. */
export function fullRounds(): House {
  const h = new House(emptySnapshot({ options: [option(), option({ id: 101, type: 'B1' })] }))
  h.live()
  h.tick(100_00)
  h.settle()
  for (const [memberId, side] of traders) {
    h.member(memberId, 10_000n)
    h.bet(memberId, side === 'LONG' ? 'B' : 'S', 10_000n, h.betting(memberId % 2 === 0 ? 100 : 101).id)
  }
  return h
}

/** Rounds are decided, won and lost, and new ones begin. */
export function playRounds(h: House): void {
  h.until(NOON + 61_000, 100_00, 5_000)
  h.until(NOON + 200_000, 100_50, 5_000)
}
