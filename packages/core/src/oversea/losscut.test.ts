import { contractMargin, pnlKrw, unrealizedPnl } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOf, option, SITE } from '../testing.ts'
import { CLOSE, contract, eur, Floor, gold, NEXT_OPEN } from './testing.ts'

/** One long contract at 1.1001 (margin 560,000) in a wallet that has 1,000,000 after the fee. */
function held(): Floor {
  const floor = new Floor()
  floor.member(7, 1_001_400n)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  return floor
}

/** Shows a price whose last makes the contract lose so many ticks. */
const lose = (floor: Floor, ticks: number) => floor.prices(110_010 - ticks * 10, 110_010 - ticks * 10)

test('C: warned at 40 % of the margin, once, and again only after the account recovered', () => {
  const floor = held()
  // Equity 1,000,000 − 442 × 1,750 = 226,500; 40 % are 224,000.
  lose(floor, 442)
  expect(floor.events('POSITION_WARN')).toHaveLength(0)
  lose(floor, 444)
  expect(floor.events('POSITION_WARN')).toHaveLength(1)
  expect(floor.events('POSITION_WARN')[0]!.data).toMatchObject({
    equity: '223000',
    warnAt: '224000',
    losscut: '112000',
  })
  lose(floor, 440)
  lose(floor, 450)
  expect(floor.events('POSITION_WARN')).toHaveLength(1)
  lose(floor, 400)
  expect(floor.position(7)!.isWarned).toBe(false)
  lose(floor, 450)
  expect(floor.events('POSITION_WARN')).toHaveLength(2)
})

test('C: a warning is armed again above 50 % of the margin, not at 50 %', () => {
  const floor = new Floor([contract({ fee: 0n })])
  // Equity of 280,000, half of the margin, is reached 411 ticks below the entry.
  floor.member(7, 280_000n + 411n * 1_750n)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  lose(floor, 450)
  expect(floor.position(7)!.isWarned).toBe(true)
  lose(floor, 411)
  expect(floor.money(7).equity).toBe(280_000n)
  expect(floor.position(7)!.isWarned).toBe(true)
  lose(floor, 410)
  expect(floor.position(7)!.isWarned).toBe(false)
})

test('C: cut exactly where equity is at 20 % of the margin, on the last price: all orders go, all positions close at market', () => {
  const floor = held()
  // 112,000 are reached between 507 (112,750) and 508 ticks (111,000).
  lose(floor, 507)
  expect(floor.position(7)).toBeDefined()
  lose(floor, 508)
  expect(floor.position(7)).toBeUndefined()
  expect(floor.wallet(7)).toEqual({ posted: 111_000n - 1_400n, reserved: 0n })
  const [told] = floor.events('POSITION_LIQUID')
  expect(told!.data).toMatchObject({
    status: 'LIQUIDATED',
    liquidation: { count: 1, equity: '111000', losscut: '112000', loss: '890400', deficit: '0' },
  })
})

test('C: stakes of rounds are no collateral: one that is placed brings the cut nearer', () => {
  const floor = new Floor([contract()], { options: [option()] })
  floor.member(7, 1_001_400n)
  floor.price(1.1)
  floor.trade(7, 'LONG', 1)
  expect(floor.money(7)).toMatchObject({ playerPoint: 440_000n, playerGameWaitPoint: 560_000n, equity: 999_125n })
  floor.live()
  floor.tick(60_000)
  lose(floor, 100)
  // 440,000 are free, less the unrealised loss of 175,000.
  expect(codeOf(floor.bet(7, 'B', 266_000n))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(floor.bet(7, 'B', 265_000n))).toBe(200)
  expect(floor.money(7)).toMatchObject({ playerPoint: 175_000n, equity: 560_000n })
  expect(floor.wallet(7)).toEqual({ posted: 1_000_000n, reserved: 825_000n })
  // 735,000 are left as collateral: 112,000 are reached between 355 and 356 ticks.
  lose(floor, 355)
  expect(floor.position(7)).toBeDefined()
  lose(floor, 356)
  expect(floor.position(7)).toBeUndefined()
  expect(floor.wallet(7)).toEqual({ posted: 1_000_000n - 623_000n - 1_400n, reserved: 265_000n })
})

test('C: no negative balance: what a gap costs beyond the wallet is the house’s', () => {
  const floor = held()
  lose(floor, 1_000)
  expect(floor.position(7)).toBeUndefined()
  expect(floor.wallet(7)).toEqual({ posted: 0n, reserved: 0n })
  expect(floor.house('BAD_DEBT')).toBe(-751_400n)
  expect(floor.events('POSITION_LIQUID')[0]!.data).toMatchObject({ liquidation: { deficit: '751400' } })
})

test('C: while the feed is stale nobody is cut; the first live price does', () => {
  const floor = held()
  floor.stale('EURUSD')
  lose(floor, 600)
  expect(floor.position(7)).toBeDefined()
  floor.live('EURUSD')
  floor.settle()
  expect(floor.position(7)).toBeUndefined()
})

test('C: who waits for a dead feed is judged at its last price once that stock rests', () => {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 5_000_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.stale('EURUSD')
  // 3,360,000 of margin: cut at 672,000. Gold makes 1,400 won a tick and contract.
  floor.prices(200_000 - 31_500, 200_000 - 31_500, 'XAUUSD')
  expect(floor.position(7, 3)).toBeDefined()
  floor.trading('EURUSD', { isRest: true })
  floor.prices(200_000 - 31_500, 200_000 - 31_500, 'XAUUSD')
  expect(floor.position(7, 3)).toBeUndefined()
  // What could not be closed is judged again by its first live price: alone it asks for 112,000 of about 583,000.
  floor.trading('EURUSD')
  floor.live('EURUSD')
  floor.price(1.1)
  expect(floor.position(7)).toBeDefined()
  floor.price(1.07)
  expect(floor.position(7)).toBeUndefined()
})

test('C: what a cut could not close, and the account bears again without the rest, is calm at once', () => {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 5_000_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.prices(200_000 - 27_000, 200_000 - 27_000, 'XAUUSD')
  expect(floor.position(7)!.isWarned).toBe(true)
  const times = { sourceTs: floor.at, recvTs: floor.at, correctedTs: floor.at }
  const book = { kind: 'depth', instrument: 'EURUSD', ...times, u: 99 } as const
  floor.venueUpdate({ ...book, bids: [], asks: [[eur(1.1001), 1]] })
  floor.prices(200_000 - 31_500, 200_000 - 31_500, 'XAUUSD')
  expect(floor.position(7, 3)).toBeUndefined()
  expect(floor.position(7)).toMatchObject({ qty: 1, isWarned: false })
})

test('C: what the venue says of a stock that rests changes nobody’s equity, unless no price was known', () => {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 4_500_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.trading('EURUSD', { isRest: true })
  const before = floor.money(7)
  floor.price(1.2)
  expect(floor.money(7)).toEqual(before)
  floor.restart()
  floor.trading('EURUSD', { isRest: true })
  floor.trading('XAUUSD')
  for (const symbol of floor.symbols) floor.live(symbol)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.price(1.1)
  floor.prices(200_000 - 29_000, 200_000 - 29_000, 'XAUUSD')
  expect(floor.position(7, 3)).toBeUndefined()
})

test('C: an account that a new rate brings below a threshold is judged by whichever of its stocks opens first', () => {
  const floor = new Floor([contract(), gold()])
  floor.member(7, 8_000_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 1)
  floor.trade(7, 'LONG', 1, 3)
  floor.goTo(CLOSE - 60 * 60_000)
  for (const optionId of [1, 3]) floor.overnight(7, true, optionId)
  floor.goTo(CLOSE - 9 * 60_000)
  // About 1,412,000 are left after the night, warned is at 1,344,000; at 1,500 won 941,000 and 1,440,000.
  floor.prices(200_000 - 47_000, 200_000 - 47_000, 'XAUUSD')
  floor.goTo(CLOSE)
  for (const symbol of floor.symbols) floor.trading(symbol, { isRest: true })
  floor.rate(150_000)
  floor.goTo(NEXT_OPEN)
  expect(floor.position(7)).toMatchObject({ fxRate: 150_000, isWarned: false })
  floor.trading('XAUUSD', { day: 1 })
  floor.prices(200_000 - 47_000, 200_000 - 47_000, 'XAUUSD')
  expect(floor.position(7)!.isWarned).toBe(true)
})

test('C: the cut hits exactly those whom a full scan finds, at any prices of two stocks', () => {
  const moves = fc.array(
    fc.record({
      isGold: fc.boolean(),
      step: fc.integer({ min: -120, max: 120 }),
      restart: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  const sizes = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -1, max: 1 })), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(sizes, moves, (members, steps) => {
      const floor = new Floor([contract(), gold()])
      let [euro, ounce] = [eur(1.1), 200_000]
      floor.prices(euro, euro)
      floor.prices(ounce, ounce, 'XAUUSD')
      members.forEach(([a, b], index) => {
        const member = floor.member(10 + index, 5_000_000n)
        if (a !== 0) floor.trade(member, a > 0 ? 'LONG' : 'SHORT', Math.abs(a))
        if (b !== 0) floor.trade(member, b > 0 ? 'LONG' : 'SHORT', Math.abs(b), 3)
      })
      for (const { isGold, step, restart } of steps) {
        const before = members.map((_, index) =>
          floor.ask('oversea.open', { siteId: SITE, memberId: 10 + index }).positions.map((one) => one.row),
        )
        const wallets = members.map((_, index) => floor.wallet(10 + index).posted)
        if (isGold) ounce = Math.max(1_000, ounce + step * 100)
        else euro = Math.max(1_000, euro + step * 20)
        if (restart) {
          floor.restart()
          for (const symbol of floor.symbols) {
            floor.live(symbol)
            floor.trading(symbol)
          }
        }
        floor.prices(euro, euro)
        if (isGold || restart) floor.prices(ounce, ounce, 'XAUUSD')
        members.forEach((_, index) => {
          const rows = before[index]!
          if (rows.length === 0) return
          let equity = wallets[index]!
          let margin = 0n
          for (const row of rows) {
            const { instrument: _of, ...terms } = row.optionId === 1 ? contract() : gold()
            const scale = { precision: terms.precision, qtyPrecision: 0, unit: 100_000_000n }
            equity += pnlKrw(unrealizedPnl(row, row.optionId === 1 ? euro : ounce, scale), terms, 140_000n)
            margin += contractMargin(Math.abs(row.qty), terms, 140_000n)
          }
          const isCut = equity * 5n <= margin
          expect(floor.ask('oversea.open', { siteId: SITE, memberId: 10 + index }).positions.length === 0).toBe(isCut)
        })
      }
    }),
    { numRuns: 60 },
  )
})

test('C: an account at its threshold whose side of the book is empty waits for that side, and asks for no turn until it comes', () => {
  const floor = held()
  const ask = (price: number) => {
    const at = { sourceTs: floor.at, recvTs: floor.at, correctedTs: floor.at }
    floor.venueUpdate({ kind: 'depth', instrument: 'EURUSD', ...at, bids: [], asks: [[price, 1]], u: floor.at })
  }
  ask(110_010 - 5_080)
  floor.tick(110_010 - 5_080, { instrument: 'EURUSD' })
  floor.settle()
  expect(floor.position(7)).toBeDefined()
  floor.pass(1_000)
  ask(110_010 - 5_080)
  expect(floor.core.more(floor.ctx())).toBe(false)
  expect(floor.position(7)).toBeDefined()
  lose(floor, 508)
  expect(floor.position(7)).toBeUndefined()
})

test('C: a position that joins a warned account is warned with it, until the account can be judged', () => {
  const floor = new Floor([contract({ fee: 0n }), gold({ fee: 0n })])
  floor.member(7, 20_000_000n)
  floor.price(1.1)
  floor.prices(200_000, 200_000, 'XAUUSD')
  floor.trade(7, 'LONG', 20)
  floor.trade(7, 'LONG', 1, 3)
  // 14,000,000 of margin: warned at 5,600,000, 412 ticks down. The stop closes 20 contracts and opens one the other way.
  floor.order(7, { marketType: 'STOPMARKET', side: 'SHORT', count: 21, triggerPrice: '1.0557' })
  lose(floor, 430)
  expect(floor.position(7)).toMatchObject({ qty: 20, isWarned: true })
  floor.stale('XAUUSD')
  lose(floor, 445)
  floor.pass(300)
  expect(floor.position(7)).toMatchObject({ qty: -1, isWarned: true })
  floor.live('XAUUSD')
  floor.settle()
  expect(floor.position(7)).toMatchObject({ isWarned: false })
})

test('an open contract is valued at the last price in KRW, and has no liquidation price of its own', () => {
  const floor = held()
  lose(floor, 100)
  const { lastPnl } = floor.money(7)
  expect(lastPnl).toBeLessThan(0n)
  expect(floor.ask('oversea.valued', { siteId: SITE, memberId: 7 })).toEqual([
    { positionId: floor.position(7)!.id, price: expect.any(Number), pnl: lastPnl, liquidPrice: null },
  ])
  expect(floor.ask('oversea.valued', { siteId: SITE, memberId: 8 })).toEqual([])
})
