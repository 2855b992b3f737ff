import { randomUUID } from 'node:crypto'
import type { Bet, CurrentGame, RoundDetail, RoundEvidence } from '@maru/contract'
import { type EvidenceKey, verifyBetProof, verifyRoundEvidence } from '@maru/evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

// Four rounds of 30 s at once, at six times the pace: BTC rises, ETH falls, DOGE stands still, and XRP's feed dies.
const speed = 6
const option = { btc: 1, eth: 11, doge: 21, xrp: 31 }
type Name = keyof typeof option
const names = Object.keys(option) as Name[]

let server: TestServer
let tokens: { demo1: string; demo2: string; demo3: string }
const rounds = {} as Record<Name, RoundDetail>
const replies = {} as Record<Name | 'btcSell', { id: number; wallet: { point: string; gameWaitPoint: string } }>
/** What could be seen while stakes were open. */
const whileOpen = {} as {
  current: CurrentGame
  guest: CurrentGame
  recent: { type: string | null; nick: string }[]
  mine: Bet[]
}

const get = async (path: string, token?: string) => {
  const { status, body } = await server.call(path, token === undefined ? {} : { token })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}
const current = (name: Name, token?: string): Promise<CurrentGame> =>
  get(`/api/trade/game/current?tradeOptionId=${option[name]}`, token)
const roundOf = (id: number): Promise<RoundDetail> => get(`/api/trade/game/round?tradeRoundId=${id}`)
const bet = (token: string, body: object, key: string | true = true) =>
  server.call('/api/trade/history/betting', { token, key, body })

beforeAll(async () => {
  server = await startTestServer({ env: { CLOCK_SPEED: String(speed) } })
  const login = async (name: string) => (await server.login(name)).accessToken
  tokens = { demo1: await login('demo1'), demo2: await login('demo2'), demo3: await login('demo3') }
  const open = await until('a round that is open for a while', async () => {
    const { betting, serverTime, feed } = await current('btc')
    return feed === 'live' && betting?.isBettable && betting.lockAt - serverTime > 15_000 && betting
  })
  for (const name of names) {
    const { betting } = await current(name)
    if (betting?.startAt !== open.startAt) throw new Error('rounds of one type start together')
    const { status, body } = await bet(tokens.demo1, { point: 10_000, tradeRoundId: betting.id, type: 'B' })
    if (status !== 200) throw new Error(JSON.stringify(body))
    replies[name] = body
    rounds[name] = await roundOf(betting.id)
  }
  const sold = await bet(tokens.demo2, { point: '5000', tradeRoundId: rounds.btc.id, type: 'S' })
  replies.btcSell = sold.body
  whileOpen.current = await current('btc', tokens.demo1)
  whileOpen.guest = await current('btc')
  whileOpen.recent = await get(`/api/trade/history/recent_all_history?tradeOptionId=${option.btc}`)
  whileOpen.mine = await get(`/api/trade/history/current_for_option?tradeOptionId=${option.btc}`, tokens.demo1)
  await until('the strike', async () => (await roundOf(rounds.btc.id)).strikePrice)
  server.feed.setPrice('BTCUSDT', 100_100)
  server.feed.setPrice('ETHUSDT', 99_900)
  server.feed.pause('XRPUSDT')
  for (const name of names) {
    rounds[name] = await until(`the end of ${name}`, async () => {
      const round = await roundOf(rounds[name].id)
      return round.status !== 0 && round
    })
  }
  server.feed.resume()
  await until('settlement', async () => (await get('/api/trade/history/list?statusStrs=0', tokens.demo1)).length === 0)
}, 120_000)
afterAll(() => server?.close())

test('a rent round is up, down or void by its strike and close', () => {
  expect(rounds.btc).toMatchObject({ phase: 'SETTLED', status: 1, strikePrice: '10000.0', closePrice: '10010.0' })
  expect(rounds.eth).toMatchObject({ phase: 'SETTLED', status: 2, voidReason: null })
  expect(rounds.doge).toMatchObject({ phase: 'VOID', status: 3, voidReason: 'PRICE_EQUAL' })
  expect(rounds.xrp).toMatchObject({ phase: 'VOID', status: 3, voidReason: 'FEED_STALE', closeTick: null })
})

test('a won bet earns floor(stake × rate), a lost one loses its stake, a void one gets it back', async () => {
  const bets: Bet[] = await get('/api/trade/history/list', tokens.demo1)
  const of = (name: Name) => bets.find(({ id }) => id === replies[name].id)
  expect(of('btc')).toMatchObject({ status: 1, profit: '9000', payoutRate: '1.90', closePrice: '10010.0' })
  expect(of('eth')).toMatchObject({ status: 2, profit: '-10000' })
  expect(of('doge')).toMatchObject({ status: 3, profit: '0', voidReason: 'PRICE_EQUAL' })
  expect(of('xrp')).toMatchObject({ status: 3, profit: '0', voidReason: 'FEED_STALE' })
  const wallets = await get('/api/wallet/my', tokens.demo1)
  expect(JSON.stringify(wallets)).toContain('"point":"9999000"')
})

test('the reply to a stake shows the bet and the wallet after it', () => {
  expect(replies.btc).toMatchObject({
    tradeRoundId: rounds.btc.id,
    type: 'B',
    point: '10000',
    status: 0,
    strikePrice: null,
    wallet: { type: 'BINARY', point: '9990000', gameWaitPoint: '10000' },
    bet: { koName: '비트코인', tradeType: 'R.5' },
  })
})

test('while stakes are open, their shares, the root and the sides of others are hidden', () => {
  expect(whileOpen.current.betting).toMatchObject({
    isBettable: true,
    strikePrice: null,
    buyPoint: null,
    sellPoint: null,
    betRoot: null,
  })
  expect(whileOpen.current.my).toEqual({ buyPoint: '10000', sellPoint: '0' })
  expect(whileOpen.guest.my).toBeNull()
  expect(whileOpen.recent.map(({ type, nick }) => ({ type, nick }))).toEqual([
    { type: null, nick: '데***' },
    { type: null, nick: '데***' },
  ])
  expect(whileOpen.mine.map(({ id }) => id)).toEqual([replies.btc.id])
})

test('after the close, shares, root and sides are public', async () => {
  expect(rounds.btc).toMatchObject({
    buyPoint: '10000',
    sellPoint: '5000',
    betRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const recent = await get(`/api/trade/history/recent_all_history?tradeOptionId=${option.btc}`)
  expect(recent.map((one: { type: string }) => one.type)).toEqual(['S', 'B'])
  expect(await get(`/api/trade/history/current_for_option?tradeOptionId=${option.btc}`, tokens.demo1)).toEqual([])
})

test('a round shows the ticks that decided it and where its evidence is', () => {
  expect(rounds.btc.strikeTick).toMatchObject({ optionId: 'BTCUSDT', price: '10000.0' })
  expect(rounds.btc.closeTick).toMatchObject({ optionId: 'BTCUSDT', price: '10010.0' })
  expect(rounds.btc.evidenceUrl).toBe(`/api/public/round_evidence/${rounds.btc.id}`)
})

test('a round has one strike and one close wherever they are shown, and its candle of 1 s ends with that price', async () => {
  const bets: Bet[] = await get('/api/trade/history/list', tokens.demo1)
  for (const name of ['btc', 'eth'] as const) {
    const { id, strikePrice, closePrice, closeTick, stock } = rounds[name]
    const of = `tradeOptionId=${option[name]}`
    const isIt = (one: { id: number }) => one.id === id
    const evidence: RoundEvidence = (await server.call(rounds[name].evidenceUrl, { siteInfoId: null })).body
    const pairs = [
      (await get(`/api/trade/game/recent?${of}`)).find(isIt),
      (await get(`/api/trade/game/round/list?${of}`)).find(isIt),
      bets.find((bet) => bet.id === replies[name].id),
      { strikePrice: evidence.strike?.tick.price, closePrice: evidence.close?.tick.price },
    ].map((shown) => [shown.strikePrice, shown.closePrice])
    expect(pairs, name).toEqual(pairs.map(() => [strikePrice, closePrice]))
    expect(closeTick?.price).toBe(closePrice)
    const candles: [openAt: number, ...prices: string[]][] = await get(`/api/stock/chart?stock=${stock}&interval=1s`)
    const [, , , , close] = candles.findLast(([openAt]) => openAt <= closeTick!.sourceTs)!
    expect(close, name).toBe(closePrice)
  }
})

test('recent results tell the caller his own side, and nobody else', async () => {
  const path = `/api/trade/game/recent?tradeOptionId=${option.btc}`
  const side = async (token?: string) =>
    (await get(path, token)).find(({ id }: { id: number }) => id === rounds.btc.id)?.side
  expect(await side(tokens.demo1)).toBe('B')
  expect(await side(tokens.demo2)).toBe('S')
  expect(await side(tokens.demo3)).toBeNull()
  expect(await side()).toBeNull()
})

test('the list of rounds filters by status and days, as list, page or statuses', async () => {
  const path = `/api/trade/game/round/list?tradeOptionId=${option.doge}`
  const all: RoundDetail[] = await get(path)
  expect(all.some(({ id }) => id === rounds.doge.id)).toBe(true)
  expect(all.every(({ phase }) => phase !== 'SCHEDULED')).toBe(true)
  const decided = await get(`${path}&resultType=RoundStatus`)
  expect(decided.some(({ id }: { id: number }) => id === rounds.doge.id)).toBe(false)
  const voids = await get(`${path}&resultType=RoundStatus&statusStrs=3`)
  expect(voids).toContainEqual({
    id: rounds.doge.id,
    roundNo: rounds.doge.roundNo,
    status: 3,
    endAt: rounds.doge.endAt,
  })
  const page = await get(`${path}&page=0&size=1`)
  expect(page).toMatchObject({ page: 0, size: 1, content: [expect.objectContaining({ tradeOptionId: option.doge })] })
  expect(page.totalElements).toBeGreaterThan(1)
  expect(page.totalPages).toBe(page.totalElements)
  expect(await get(`${path}&startDate=2020-01-01&endDate=2020-01-02`)).toEqual([])
  expect(await get(`${path}&isPlayStrs=0`)).toEqual([])
  expect(await get(`${path}&startDate=2026-01-01`)).toEqual(await get(path))
  for (const unknown of ['statusStrs=4', 'isPlayStrs=x']) expect(await get(`${path}&${unknown}`)).toEqual([])
  for (const wrong of ['startDate=2026-13-01', 'size=101', 'page=-1']) {
    expect(await server.call(`${path}&${wrong}`), wrong).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
  }
})

test('a day sums its rounds; stakes of void rounds do not count', async () => {
  const day = await get(`/api/trade/round/summary/daily?tradeOptionId=${option.btc}`)
  expect(day).toMatchObject({ up: 1, down: 0, maxUpStreak: 1, buyPoint: '10000', sellPoint: '5000' })
  expect(day.rounds).toBe(day.up + day.down + day.void)
  const voidDay = await get(`/api/trade/round/summary/daily?tradeOptionId=${option.doge}`)
  expect(voidDay).toMatchObject({ up: 0, down: 0, buyPoint: '0' })
  expect(await get(`/api/trade/round/summary/daily?tradeOptionId=1&date=2020-01-01`)).toMatchObject({
    date: '2020-01-01',
    rounds: 0,
  })
})

test('own bets filter by option, round, type, side, status and days; a summary adds them up', async () => {
  const list = async (query: string): Promise<number[]> =>
    (await get(`/api/trade/history/list?${query}`, tokens.demo1)).map(({ id }: Bet) => id)
  const all = [replies.xrp.id, replies.doge.id, replies.eth.id, replies.btc.id]
  expect(await list('')).toEqual(all)
  expect(await list('statusStrs=3')).toEqual([replies.xrp.id, replies.doge.id])
  expect(await list(`tradeOptionId=${option.eth}`)).toEqual([replies.eth.id])
  expect(await list(`tradeRoundId=${rounds.btc.id}`)).toEqual([replies.btc.id])
  expect(await list('typeStrs=S')).toEqual([])
  expect(await list('tradeTypeStrs=R.5,R1')).toEqual(all)
  expect(await list('tradeTypeStrs=B1')).toEqual([])
  expect(await list('endDate=2020-01-01')).toEqual([])
  const page = await get('/api/trade/history/list?resultType=Page&size=3&page=1', tokens.demo1)
  expect(page).toMatchObject({ page: 1, size: 3, totalElements: 4, totalPages: 2 })
  expect(page.content.map(({ id }: Bet) => id)).toEqual([replies.btc.id])
  expect(await get('/api/trade/history/list?resultType=Summary', tokens.demo1)).toEqual({
    count: 4,
    win: 1,
    lose: 1,
    void: 2,
    totalPoint: '40000',
    totalProfit: '-1000',
  })
  for (const unknown of ['statusStrs=9', 'typeStrs=b', 'tradeTypeStrs=R3']) {
    expect(await get(`/api/trade/history/list?${unknown}`, tokens.demo1), unknown).toEqual([])
  }
  for (const all of ['statusStrs=', 'typeStrs=B,X', 'typeStrs[]=B&typeStrs[]=S', 'statusStrs=0&statusStrs=1,2,3,9']) {
    expect(await get(`/api/trade/history/list?${all}`, tokens.demo1), all).toHaveLength(4)
  }
  for (const wrong of ['playerId=0', 'resultType=All']) {
    const answer = await server.call(`/api/trade/history/list?${wrong}`, { token: tokens.demo1 })
    expect(answer, wrong).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  }
})

test('a member sees his own bets only; another id is as unknown as one that nobody has', async () => {
  const asked = async (path: string, token = tokens.demo1) => (await server.call(path, { token })).status
  expect(await asked('/api/trade/history/list?playerId=1001')).toBe(200)
  expect(await asked('/api/trade/history/list?playerId=1002')).toBe(404)
  expect(await asked('/api/trade/history/list?playerId=999999')).toBe(404)
  expect((await get(`/api/trade/history/current?tradeRoundId=${rounds.btc.id}`, tokens.demo2)).length).toBe(1)
  expect(await get(`/api/trade/history/current?tradeRoundId=${rounds.eth.id}`, tokens.demo2)).toEqual([])
  expect(await asked('/api/trade/history/current?tradeRoundId=99')).toBe(404)
  expect(await asked('/api/trade/history/current_for_option?tradeOptionId=15001')).toBe(404)
  expect((await server.call('/api/trade/history/list')).status).toBe(401)
})

test("another site's options and rounds are unknown here", async () => {
  const asked = async (path: string, siteInfoId: number) => {
    const { status, body } = await server.call(path, { siteInfoId })
    return [status, body.code]
  }
  for (const call of ['option', 'game/current', 'game/recent', 'game/round/list', 'history/recent_all_history']) {
    expect(await asked(`/api/trade/${call}?tradeOptionId=1`, 15), call).toEqual([404, 'STOCK_NOT_FOUND'])
  }
  expect(await asked('/api/trade/round/summary/daily?tradeOptionId=1', 15)).toEqual([404, 'STOCK_NOT_FOUND'])
  expect(await asked(`/api/trade/game/round?tradeRoundId=${rounds.btc.id}`, 15)).toEqual([404, 'HISTORY_NOT_FOUND'])
  expect(await asked('/api/trade/game/round?tradeRoundId=1e3', 1)).toEqual([400, 'INVALID_REQUEST'])
  expect(await asked('/api/trade/game/round', 1)).toEqual([400, 'INVALID_REQUEST'])
})

test('public results need no sign-in', async () => {
  const all: RoundDetail[] = await get('/api/public/trade_round')
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([rounds.btc.id, rounds.eth.id, rounds.doge.id]))
  const one: RoundDetail[] = await get(`/api/public/trade_round?tradeOptionId=${option.btc}`)
  expect(one.every(({ tradeOptionId }) => tradeOptionId === option.btc)).toBe(true)
})

test('a repeated key gives the same reply, with another body it is refused, and money moves once', async () => {
  const open = await until('an open round', async () => {
    const { betting, serverTime } = await current('btc')
    return betting?.isBettable && betting.lockAt - serverTime > 6_000 && betting
  })
  const key = randomUUID()
  const body = { point: 6_000, tradeRoundId: open.id, type: 'S' }
  const first = await bet(tokens.demo3, body, key)
  expect(first.status).toBe(200)
  expect((await bet(tokens.demo3, { type: 'S', tradeRoundId: open.id, point: 6_000 }, key)).body).toEqual(first.body)
  expect(await bet(tokens.demo3, { ...body, point: 7_000 }, key)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  })
  expect((await get('/api/trade/history/list', tokens.demo3)).length).toBe(1)
  expect(await bet(tokens.demo3, { ...body, type: 'B' })).toMatchObject({
    status: 409,
    body: { code: 'BET_OPPOSITE_SIDE' },
  })
})

test('a stake that is malformed, too small, off its unit or late is refused and changes nothing', async () => {
  const before = await get('/api/trade/history/list', tokens.demo2)
  const body = { point: 10_000, tradeRoundId: rounds.btc.id, type: 'B' }
  for (const wrong of [
    { ...body, point: 1.5 },
    { ...body, point: -5_000 },
    { ...body, point: '1e4' },
    { ...body, point: '5000.0' },
    { ...body, type: 'X' },
    { ...body, extra: 1 },
    { ...body, tradeRoundId: '7x' },
  ]) {
    expect((await bet(tokens.demo2, wrong)).body.code, JSON.stringify(wrong)).toBe('INVALID_REQUEST')
  }
  expect((await bet(tokens.demo2, body)).body.code).toMatch(/^(INVESTMENT_TIME_CLOSED|HISTORY_NOT_FOUND)$/)
  expect((await bet(tokens.demo2, { ...body, tradeRoundId: 77 })).body.code).toBe('HISTORY_NOT_FOUND')
  expect((await server.call('/api/trade/history/betting', { key: true, body })).status).toBe(401)
  expect(await get('/api/trade/history/list', tokens.demo2)).toEqual(before)
})

test('options list what is played, by type, stock and site', async () => {
  const list = await get('/api/trade/option/list')
  expect(list.every(({ isPlay }: { isPlay: boolean }) => isPlay)).toBe(true)
  expect(list[0]).toEqual({
    id: 1,
    stock: 'CR_BTCUSDT',
    type: 'R.5',
    isPlay: true,
    isStop: false,
    precision: 1,
    koName: '비트코인',
    currency: 'KRW',
    isRest: false,
    payoutRate: '1.90',
    minPoint: '5000',
    maxPoint: '1000000',
    unit: '1000',
    maxRoundPoint: '2000000',
    maxBets: 5,
    minIntervalMs: 1_000,
    lockLeadMs: 3_000,
    strikeDelayMs: 300,
    strikeWaitMs: 2_000,
  })
  expect(await get('/api/trade/option?tradeOptionId=1')).toEqual(list[0])
  const ids = async (query: string) =>
    (await get(`/api/trade/option/list?${query}`)).map(({ id }: { id: number }) => id)
  expect((await ids('typeArray=B1')).length).toBe(2)
  expect(await ids('typeArray=R.5&stockPrefix=CR_')).toEqual(await ids('typeArray=R.5&stockPrefix=CR'))
  expect(await ids('stockPrefix=OV')).toEqual([])
  expect((await ids('isPlay=0')).length).toBeGreaterThan(0)
  expect((await get('/api/trade/option/list?resultType=Simple'))[0]).toEqual({ id: 1, label: '비트코인 R.5' })
  expect(await ids('typeArray=Q')).toEqual([])
  const site = async (query: string) => await get(`/api/public/trade_option/site/list${query}`)
  expect((await site('?type=1')).every(({ type }: { type: string }) => type === 'R1' || type === 'B1')).toBe(true)
  const stocks = (await site('?type=ONETRADING')).map(({ stock }: { stock: string }) => stock)
  expect(new Set(stocks).size).toBe(stocks.length)
  expect(stocks.length).toBe(11)
  expect(await site('?type=zzz')).toEqual([])
})

test('evidence of each round can be recomputed by a stranger; a changed byte is found', async () => {
  const keys: EvidenceKey[] = (await server.call('/api/public/evidence_keys', { siteInfoId: null })).body
  expect(keys).toMatchObject([{ algorithm: 'Ed25519', validTo: null }])
  const evidenceOf = async (name: Name): Promise<RoundEvidence> => {
    const { status, body } = await server.call(rounds[name].evidenceUrl, { siteInfoId: null })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  for (const name of names) {
    const evidence = await until(`proofs of ${name}`, async () => {
      const seen = await evidenceOf(name)
      return [seen.strike, seen.close].every((part) => part === null || part.proof !== null) && seen
    })
    expect(
      verifyRoundEvidence(evidence, keys).filter(({ ok }) => !ok),
      name,
    ).toEqual([])
    expect(evidence).toMatchObject({ status: rounds[name].status, betRoot: rounds[name].betRoot, secondary: 'none' })
    expect(evidence.ticks.start.length).toBeGreaterThan(5)
    const close = evidence.close ?? evidence.strike
    if (!close) throw new Error('a strike or a close')
    close.tick.price = close.tick.price.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    const failed = verifyRoundEvidence(evidence, keys).filter(({ ok }) => !ok)
    expect(failed.map((check) => check.name)).toEqual(expect.arrayContaining(['signature']))
    expect(failed.length).toBeGreaterThan(1)
  }
  expect((await server.call('/api/public/round_evidence/77', { siteInfoId: null })).body.code).toBe('HISTORY_NOT_FOUND')
  expect((await server.call('/api/public/round_evidence/x', { siteInfoId: null })).status).toBe(400)
  // An expired token does not keep a client from public calls.
  const dead = { siteInfoId: null, token: 'dead' }
  expect((await server.call(rounds.btc.evidenceUrl, dead)).status).toBe(200)
})

test('the owner of a bet, and nobody else, gets the proof that it stands under the published root', async () => {
  const proofOf = (token: string, id: number) => server.call(`/api/trade/history/proof?id=${id}`, { token })
  const { body } = await proofOf(tokens.demo1, replies.btc.id)
  expect(body).toMatchObject({ leafCount: 2, leaf: { betId: replies.btc.id, side: 'B', point: '10000' } })
  expect(verifyBetProof(body, rounds.btc.betRoot)).toBe(true)
  expect(verifyBetProof({ ...body, leaf: { ...body.leaf, side: 'S' } }, rounds.btc.betRoot)).toBe(false)
  expect((await proofOf(tokens.demo2, replies.btc.id)).body.code).toBe('HISTORY_NOT_FOUND')
  expect((await proofOf(tokens.demo1, 4_242)).body.code).toBe('HISTORY_NOT_FOUND')
})

test('a site without binaries takes no stakes', async () => {
  await server.database.run(`update site set flags = '100000', used_coins = 'FUTURES' where id = 1`)
  await server.app.sites.load()
  const answer = await bet(tokens.demo2, { point: 10_000, tradeRoundId: rounds.btc.id, type: 'S' })
  expect(answer).toMatchObject({ status: 403, body: { code: 'FEATURE_DISABLED' } })
  await server.database.run(`update site set flags = '000001' where id = 1`)
  await server.app.sites.load()
})
