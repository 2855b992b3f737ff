import { expect, test } from 'vitest'
import { byStaff, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Command } from '../../types.ts'
import { Market } from './testing.ts'

const approval = { id: 5, staffId: 10 }
const terms = { name: '상인', buyPpm: 1_000, sellPpm: 1_000, minWon: 10_000n, maxWon: 5_000_000n }
type Set = Extract<Command, { kind: 'setMerchant' }>

function house() {
  const market = new Market()
  const staff = (agreed: boolean) =>
    byStaff(SITE, 9, 'new', { key: market.key(), ...(agreed && { approval }) }) as Pick<Set, 'key' | 'reason'> &
      ReturnType<typeof byStaff>
  const set = (parts: Partial<Set> = {}, agreed = true) =>
    market.do({
      kind: 'setMerchant',
      ...staff(agreed),
      merchantId: null,
      version: 0,
      isDemo: true,
      float: 1_000_00000000n,
      ...terms,
      ...parts,
    } as Set)
  const block = (merchantId: number, version: number, isBlocked: boolean, agreed = false) =>
    market.do({ kind: 'blockMerchant', ...staff(agreed), merchantId, version, isBlocked } as Command)
  const desk = () => market.ask('p2p.desk', { siteId: SITE })
  const offered = () => market.ask('p2p.merchants', { siteId: SITE }).map(({ name }) => name)
  return { market, set, block, desk, offered }
}
const idOf = (reply: { body: unknown }) => (reply.body as { id: number }).id

test('two persons add a merchant, with virtual coins where he is of a demo, and change his terms', () => {
  const { set, desk, offered } = house()
  const before = desk().length
  expect(codeOf(set({}, false))).toBe('PERMISSION_DENIED')
  const id = idOf(set({ name: ' 새상인 ' }))
  expect(desk().find(({ row }) => row.id === id)).toMatchObject({
    float: 1_000_00000000n,
    row: { name: '새상인', isDemo: true, blockedAt: null, rev: 1 },
  })
  expect(desk()).toHaveLength(before + 1)
  expect(offered()).toContain('새상인')
  expect(set({ merchantId: id, version: 1, float: 0n, name: '다른이름' }).body).toEqual({ id, version: 2 })
  expect(codeOf(set({ merchantId: id, version: 1, float: 0n }))).toBe('STALE_VERSION')
  expect(offered()).toContain('다른이름')
})

test('a real merchant brings coins in advance and takes back what no order has set aside', () => {
  const { market, set, desk } = house()
  const [real, demo] = [idOf(set({ isDemo: false, float: 0n })), idOf(set())]
  const hot = { account: 'COIN_HOT', sub: 'TRC20' } as const
  const none = { currency: 'USDT', from: null, to: null, merchantId: real, reference: '' }
  const move = (parts: object) =>
    market.do({
      kind: 'moveHouse',
      ...byStaff(SITE, 9, 'float', { key: market.key(), approval }),
      ...none,
      ...parts,
    } as Command)
  const floatOf = (id: number) => desk().find(({ row }) => row.id === id)?.float
  const bring = { move: 'FLOAT_IN', to: hot, amount: 500_00000000n }
  for (const [parts, code] of [
    [{ merchantId: null }, 'INVALID_REQUEST'],
    [{ merchantId: demo }, 'INVALID_REQUEST'],
    [{ currency: 'BTC' }, 'INVALID_REQUEST'],
    [{ from: hot }, 'INVALID_REQUEST'],
    [{ move: 'CAPITAL_IN' }, 'INVALID_REQUEST'],
    [{ siteId: 2 }, 'HISTORY_NOT_FOUND'],
    [{ merchantId: 999 }, 'HISTORY_NOT_FOUND'],
    [{ approval: undefined }, 'PERMISSION_DENIED'],
  ] as const)
    expect([parts, codeOf(move({ ...bring, ...parts }))]).toEqual([parts, code])
  expect(floatOf(real)).toBe(0n)
  expect(codeOf(market.order({ merchantId: real }))).toBe('P2P_LIMIT')
  expect(move(bring).status).toBe(200)
  expect([floatOf(real), market.balance('COIN_HOT', 'TRC20', 'USDT')]).toEqual([500_00000000n, -500_00000000n])
  expect(market.order({ merchantId: real }).status).toBe(200)
  const left = floatOf(real)!
  expect(left).toBeLessThan(500_00000000n)
  const back = { move: 'FLOAT_OUT', from: hot }
  expect(codeOf(move({ ...back, amount: left + 1n }))).toBe('BALANCE_INSUFFICIENT')
  expect(codeOf(move({ ...back, amount: left, from: { ...hot, sub: 'ERC20' } }))).toBe('BALANCE_INSUFFICIENT')
  market.restart(1_000)
  expect(move({ ...back, amount: left }).status).toBe(200)
  expect(floatOf(real)).toBe(0n)
})

test('a blocked merchant is offered no more; one person blocks, two let him in again; a restart keeps it', () => {
  const { market, set, block, offered } = house()
  const id = idOf(set())
  expect(block(id, 1, true).body).toEqual({ id, version: 2 })
  expect(offered()).not.toContain(terms.name)
  expect(codeOf(market.order({ merchantId: id }))).toBe('P2P_LIMIT')
  expect(codeOf(block(id, 2, true))).toBe('STALE_VERSION')
  market.restart(1_000)
  expect(offered()).not.toContain(terms.name)
  expect(codeOf(block(id, 2, false))).toBe('PERMISSION_DENIED')
  expect(block(id, 2, false, true).body).toEqual({ id, version: 3 })
})

test('a merchant is blocked only as he was last seen: what was changed since then refuses it', () => {
  const { set, block, offered } = house()
  const id = idOf(set())
  set({ merchantId: id, version: 1, float: 0n, name: '다른이름' })
  expect(codeOf(block(id, 1, true))).toBe('STALE_VERSION')
  expect(offered()).toContain('다른이름')
  expect(block(id, 2, true).status).toBe(200)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ buyPpm: 100_001 }, 'buyPpm'],
  [{ sellPpm: -1 }, 'sellPpm'],
  [{ minWon: 0n }, 'minWon'],
  [{ maxWon: 1n }, 'maxWon'],
  [{ float: -1n }, 'float'],
  [{ isDemo: false }, 'float'],
])('%s is refused', (parts, key) => {
  const { set, desk } = house()
  const before = desk()
  expect(set(parts).body).toMatchObject({ code: 'INVALID_REQUEST', params: { key } })
  expect(desk()).toEqual(before)
})

test("another site's merchant is none", () => {
  const { market, set, block } = house()
  const foreign = { merchantId: 999_999, ...terms, float: 0n }
  market.do({ kind: 'openSite', ...bySystem(SITE + 1), rounds: [], futures: [], oversea: [] })
  market.do({ kind: 'openMerchant', ...bySystem(SITE + 1), ...foreign })
  expect(codeOf(set({ merchantId: 999_999, version: 1, float: 0n }))).toBe('HISTORY_NOT_FOUND')
  expect(codeOf(block(999_999, 1, true))).toBe('HISTORY_NOT_FOUND')
})
