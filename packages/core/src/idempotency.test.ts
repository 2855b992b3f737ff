import { expect, test } from 'vitest'
import { byMember } from './envelope.ts'
import { isStored, ReplyMemory, repeatReply, replyKey } from './idempotency.ts'
import { codeOf, House, SALT, SITE } from './testing.ts'

function house() {
  const h = new House()
  h.live()
  h.settle()
  h.member(1)
  const bet = (key: ReturnType<House['key']>, point = 10_000n) =>
    h.do({
      kind: 'placeBet',
      ...byMember({ siteId: SITE, memberId: 1 }, key),
      tradeRoundId: h.betting().id,
      side: 'B',
      point,
      salt: SALT,
    })
  const abandon = (key: string) =>
    h.do({ kind: 'abandonKey', ...byMember({ siteId: SITE, memberId: 1 }, null), abandoned: key })
  return { h, bet, abandon }
}

test('wire: the same key with the same body gives the stored reply and stakes once', () => {
  const { h, bet } = house()
  const key = h.key()
  const first = bet(key)
  h.at += 5_000
  expect(bet(key)).toEqual(first)
  expect(h.wallet(1).reserved).toBe(10_000n)
  expect(h.core.recentReply(replyKey(SITE, { kind: 'member', id: 1 }, key.key))).toMatchObject({
    ...key,
    status: 200,
    body: first.body,
  })
  expect(h.core.recentReply(replyKey(SITE, { kind: 'member', id: 2 }, key.key))).toBeNull()
  expect(h.calls.flatMap((call) => call.rows.replies)).toHaveLength(1)
})

test('wire: the same key with another body or route is refused', () => {
  const { h, bet } = house()
  const key = h.key()
  bet(key)
  h.at += 5_000
  const other = bet({ ...key, bodyHash: 'other' })
  expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(codeOf(bet({ ...key, route: 'POST /x' }))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(h.wallet(1).reserved).toBe(10_000n)
})

test('wire: rejections are stored too', () => {
  const { h, bet } = house()
  const key = h.key()
  const first = bet(key, 1_000n)
  expect(first.status).toBe(400)
  h.member(1)
  expect(bet(key, 1_000n)).toEqual(first)
  expect(h.calls.flatMap((call) => call.rows.replies)).toHaveLength(1)
})

test('wire: 429 and 5xx are not stored: the key stays free', () => {
  const { h, bet } = house()
  const key = h.key()
  h.stale()
  expect(codeOf(bet(key))).toBe('PRICE_FEED_STALE')
  h.live()
  expect(bet(key).status).toBe(200)
  expect([200, 409, 422, 429, 500, 503].map(isStored)).toEqual([true, true, true, false, false, false])
})

test('wire: an abandoned key is unusable: a later command with it does nothing', () => {
  const { h, bet, abandon } = house()
  const key = h.key()
  expect([abandon(key.key).status, codeOf(abandon(key.key))]).toEqual([404, 'COMMAND_UNKNOWN'])
  expect(codeOf(bet(key))).toBe('COMMAND_UNKNOWN')
  expect(h.wallet(1).reserved).toBe(0n)
  expect(h.calls.flatMap((call) => call.rows.replies)).toMatchObject([{ key: key.key, route: '' }])
})

test('wire: abandoning an executed key answers what was stored', () => {
  const { h, bet, abandon } = house()
  const key = h.key()
  const first = bet(key)
  expect(abandon(key.key)).toEqual({ status: 200, body: { status: 200, body: first.body } })
  expect(h.wallet(1).reserved).toBe(10_000n)
})

test('replies are remembered until they are long in the database, and keys of members do not mix', () => {
  const memory = new ReplyMemory()
  const row = (index: number, at: number) => ({
    ...replyKey(SITE, { kind: 'member', id: 1 + (index % 2) }, `k${index}`),
    route: 'r',
    bodyHash: 'b',
    status: 200,
    body: index,
    at,
  })
  const find = (id: number, key: string) => memory.find(replyKey(SITE, { kind: 'member', id }, key))
  for (let index = 0; index < 50_000; index++) memory.remember(row(index, 1_000))
  expect(find(2, 'k49999')?.body).toBe(49_999)
  expect(find(1, 'k49999')).toBeNull()
  expect(find(1, 'k46000')?.body).toBe(46_000)
  expect(find(1, 'k41998')).toBeNull()
  expect(repeatReply(row(1, 1), { key: 'k1', route: 'r', bodyHash: 'b' })).toEqual({ status: 200, body: 1 })
})
