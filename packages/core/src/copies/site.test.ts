import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { btc, usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import { CopyDesk, TRADER } from './testing.ts'

const endOf = (h: CopyDesk) => h.calls.flatMap(({ rows }) => rows.copyFollows).at(-1)!.endReason

test.each([null, 'BTCUSDT'])(
  'C19: an emergency stop of copying (%s) opens no copies, and closes go on',
  (instrument) => {
    const h = new CopyDesk()
    h.follower(2)
    const { id } = h.lead('LONG', '0.1', 60_000)
    expect(h.stopCopying(instrument).status).toBe(200)
    h.lead('LONG', '0.1', 60_000)
    expect(h.skips().map(({ code }) => code)).toEqual(['OPTION_STOPPED'])
    h.close(TRADER, id, 50, 60_000)
    expect([h.lotsOf(TRADER).length, h.lotsOf(2)[0]!.qty]).toEqual([2, btc(0.05)])
  },
)

test('C19: while all copying is stopped nobody follows or raises; who follows may lower, and stays', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.trader(3)
  h.stopCopying()
  expect(codeOf(h.follow(3))).toBe('OPTION_STOPPED')
  expect(codeOf(h.follow(2, { multiplyPer: 200 }))).toBe('OPTION_STOPPED')
  expect(codeOf(h.follow(2, { multiplyPer: 50 }))).toBe(200)
  expect(h.core.snapshot().copyFollows).toMatchObject([{ endId: null, multiplyPer: 50 }])
})

test('C42: where copying is switched off nobody leads or follows anew, and nothing opens by copying', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.trader(3)
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.configure({ isCopyOn: false })
  expect(codeOf(h.follow(3))).toBe('FEATURE_DISABLED')
  expect(codeOf(h.do({ kind: 'applyTrader', ...h.by(3), sharePpm: 0, isPartner: false }))).toBe('FEATURE_DISABLED')
  h.lead('LONG', '0.1', 60_000)
  expect(h.skips().map(({ code }) => code)).toEqual(['FEATURE_DISABLED'])
  h.close(TRADER, id, 100, 60_000)
  expect(h.lotsOf(2)).toEqual([])
})

test('5.4: numbers of copies are the site’s, and hold for what comes', () => {
  const h = new CopyDesk(undefined, {
    copySkipsToPause: 2,
    traderGapMs: 0,
    traderLotsOption: 2,
    copyMostBet: usdt(2_000),
  })
  expect(codeOf(h.follow(2))).toBe('WALLET_NOT_FOUND')
  h.trader(2)
  expect(codeOf(h.follow(2, { maxBet: usdt(2_001) }))).toBe('COPY_MAX_LIMIT_TOO_LARGE')
  expect(codeOf(h.follow(2, { maxBet: usdt(2_000) }))).toBe(200)
  h.send('LONG', '0.01')
  h.send('LONG', '0.01')
  expect(codeOf(h.order(TRADER, { side: 'LONG', qty: '0.01', leverage: 10 }))).toBe('COPY_LEAD_COUNT')
  // What he has he keeps, and lowers, whatever the site lets others have.
  expect(codeOf(h.configure({ copyMostBet: '100000000000' }))).toBe(200)
  expect(codeOf(h.follow(2, { maxBet: usdt(1_900) }))).toBe(200)
  expect(codeOf(h.follow(2, { maxBet: usdt(1_950) }))).toBe('COPY_MAX_LIMIT_TOO_LARGE')
})

test('C20: an order that was taken below the cap opens nothing where copies reach it before it fills', () => {
  const h = new CopyDesk(usdt(50_000), { copyCapNotional: usdt(5_000) })
  h.follower(2)
  const resting = h.limit(TRADER, 'LONG', '0.1', '59000', { leverage: 10 })
  h.at += 1_000
  h.lead('LONG', '0.1', 60_000)
  h.flat(58_990)
  expect(h.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'COPY_CAPACITY', filledQty: 0 })
  expect(h.lotsOf(TRADER)).toHaveLength(1)
})

test('C30f: what a suspended trader had resting opens nothing', () => {
  const h = new CopyDesk()
  h.follower(2)
  const resting = h.limit(TRADER, 'LONG', '0.1', '59000', { leverage: 10 })
  h.turnTo('SUSPENDED')
  h.at += 1_000
  h.flat(58_990)
  expect(h.orderOf(resting)).toMatchObject({ status: 'CANCELED', reason: 'COPY_TRADER_RESTRICTED' })
})

test('C30f: two persons end a trader: his follows end, what is open stays with who has it', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.lead('LONG', '0.1', 60_000)
  expect(codeOf(h.turnTo('ENDED'))).toBe('PERMISSION_DENIED')
  expect(codeOf(h.turnTo('ENDED', true, 1))).toBe('STALE_VERSION')
  expect(codeOf(h.turnTo('ENDED', true))).toBe(200)
  h.settle()
  expect([endOf(h), h.lotsOf(TRADER).length, h.lotsOf(2).length]).toEqual(['TRADER_ENDED', 1, 1])
  expect(codeOf(h.turnTo('ACTIVE', false, 3))).toBe('STALE_VERSION')
  expect(codeOf(h.follow(2))).toBe('TRADER_NOT_FOUND')
  expect(h.close(TRADER, h.lotsOf(TRADER)[0]!.lot, 100, 60_000).status).toBe(200)
})

test('C38: a follow ends once its member is known to belong to the trader’s risk group; what he is owed is made before', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.follower(3)
  const order = h.send('LONG', '0.1')
  h.at += 150
  h.show(60_000)
  expect(h.orders.get(order.id)!.status).toBe('FILLED')
  const device = (memberId: number) =>
    h.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait: 'DEVICE', hash: 'ab'.repeat(16) })
  device(2)
  device(TRADER)
  expect(h.core.snapshot().copyFollows.map(({ memberId, endReason }) => [memberId, endReason])).toEqual([
    [2, 'LINKED'],
    [3, null],
  ])
  h.settle()
  expect([h.lotsOf(2).length, h.lotsOf(3).length]).toEqual([1, 1])
})

test('C38: so it is where staff join the two by hand', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.do({ kind: 'linkMembers', ...h.two(), memberId: 2, otherId: TRADER, as: 'JOIN' })
  expect(endOf(h)).toBe('LINKED')
})
