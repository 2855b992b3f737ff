import { expect, test } from 'vitest'
import { bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import { pointsFor } from './merchants.ts'
import { Market } from './testing.ts'

const terms = { merchantId: 3, name: '들판', buyPpm: 0, sellPpm: 0, minWon: 10_000n, maxWon: 20_000n, float: 0n }

test('D: what a member buys is rounded down, what he sells is rounded up, each by less than a unit', () => {
  for (const [won, rate] of [
    [100_000n, 140_001],
    [33_333n, 141_407],
  ] as const) {
    const [buy, sell] = [pointsFor('BUY', won, rate), pointsFor('SELL', won, rate)]
    expect(sell - buy).toBe(1n)
    expect(buy * BigInt(rate) < won * 10_000_000_000n).toBe(true)
    expect(sell * BigInt(rate) > won * 10_000_000_000n).toBe(true)
  }
  expect(pointsFor('SELL', 1_400n, 140_000)).toBe(100_000_000n)
})

test('D: a merchant’s prices are rounded against the member', () => {
  const market = new Market()
  market.rate = 140_001
  const of = { ...terms, buyPpm: 10_001, sellPpm: 10_001, float: 100_00000000n }
  market.do({ kind: 'openMerchant', ...bySystem(SITE), ...of })
  market.price()
  const shown = market.core.ask('p2p.merchants', { siteId: SITE }, market.at).find(({ id }) => id === 3)
  expect(shown).toMatchObject({ buyRate: '1414.02', sellRate: '1386.00' })
})

test('D: a merchant sells as long as he has what the least order takes, to the unit', () => {
  const shown = (float: bigint) => {
    const market = new Market()
    market.do({ kind: 'openMerchant', ...bySystem(SITE), ...terms, minWon: 1_400n, float })
    market.price()
    return market.ask('p2p.merchants', { siteId: SITE }).find(({ id }) => id === 3)?.buyRate
  }
  expect([shown(1_00000000n), shown(99999999n)]).toEqual(['1400.00', null])
})

test('D: an order that is disputed after its end does not hide the one that was opened since', () => {
  const market = new Market()
  const ended = market.taken()
  market.pass(15 * 60_000)
  const open = market.taken()
  expect(market.paid(ended).status).toBe(200)
  expect(market.of(ended).state).toBe('DISPUTED')
  expect(market.ask('p2p.latest', { siteId: SITE, memberId: 8 })).toMatchObject({ id: open })
})

test('D: an order of exactly the least, the most, and all of what a merchant has is taken; a unit more is not', () => {
  const order = (won: bigint) => {
    const market = new Market()
    const of = { ...terms, buyPpm: 0, minWon: 1_400n, maxWon: 28_000n, float: 10_00000000n }
    market.do({ kind: 'openMerchant', ...bySystem(SITE), ...of })
    const reply = market.order({ merchantId: 3, won })
    return reply.status === 200 ? market.float(3) : codeOf(reply)
  }
  expect([order(1_400n), order(1_399n)]).toEqual([9_00000000n, 'P2P_LIMIT'])
  expect([order(14_000n), order(14_001n)]).toEqual([0n, 'P2P_LIMIT'])
  const market = new Market()
  expect([market.order({ won: 10_000n }).status, new Market().order({ won: 14_000_000n }).status]).toEqual([200, 200])
})

test('D: a member whose money is held may buy', () => {
  const market = new Market()
  const until = market.wall + 60_000
  market.do({ kind: 'holdExits', ...bySystem(SITE), memberId: 8, cause: 'PASSWORD', until })
  expect([codeOf(market.sell()), market.order().status]).toEqual(['WITHDRAW_HOLD', 200])
})

test('D: merchants of another site are not there', () => {
  const market = new Market()
  market.do({ kind: 'openMerchant', ...bySystem(15), ...terms, float: 10_000_00000000n })
  expect(codeOf(market.order({ merchantId: 3, won: 14_000n }))).toBe('P2P_LIMIT')
})

test('D: a merchant is opened once, with terms that can be kept, and his coins come from the demo grant', () => {
  const market = new Market()
  const open = (parts: Partial<typeof terms>, siteId = SITE) =>
    market.do({ kind: 'openMerchant', ...bySystem(siteId), ...terms, ...parts })
  for (const bad of [
    { float: -1n },
    { minWon: 0n },
    { maxWon: 9_999n },
    { buyPpm: 100_001 },
    { sellPpm: -1 },
    { buyPpm: 0.5 },
  ])
    expect([bad, codeOf(open(bad))]).toEqual([bad, 'INVALID_REQUEST'])
  const grantedBefore = market.balance('PROVIDER_CLEARING', 'DEMO_GRANT', 'USDT')
  expect(open({ float: 500n, buyPpm: 100_000 }).status).toBe(200)
  expect(market.balance('PROVIDER_CLEARING', 'DEMO_GRANT', 'USDT')).toBe(grantedBefore - 500n)
  expect(open({ float: 500n }).status).toBe(200)
  expect(market.float(3)).toBe(500n)
  expect(codeOf(open({}, 15))).toBe('SITE_MISMATCH')
})

test('D: each step of an order is told to its member with the wallet that it moved', () => {
  const market = new Market()
  const reply = market.sell()
  const told = market.calls.at(-1)!.events.map(({ event }) => event)
  expect(reply.status).toBe(200)
  expect(told).toEqual(expect.arrayContaining(['P2P_UPDATE', 'POINT']))
})
