import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, staff } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'

let sandbox: TestSandbox
let server: TestServer
let members: Awaited<ReturnType<typeof enrolled>>[]
let finance: Awaited<ReturnType<typeof staff>>
let finance2: typeof finance
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  await configureMoney(server, {
    changeHoldMs: 0,
    holdMs: 0,
    firstHoldMs: 0,
    cancelWindowMs: 0,
    flagWithdrawals: 1_000,
  })
  members = []
  for (const name of ['demo1', 'demo2', 'demo3', 'demo4', 'demo5']) members.push(await enrolled(server, name))
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})
afterEach(() => sandbox.behave(null, { calls: 'normal', webhooks: 'normal', delayMs: '0', paysItself: '1' }))

const patience = { timeout: 60_000, interval: 100 }
type Member = (typeof members)[number]

const won = async (member: Member): Promise<number> =>
  Number((await member.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === 'BINARY').point)
const rowOf = async (member: Member, id: number) => (await member.get(`/api/dnw/one?dnwHistoryId=${id}`)).body
const statusOf = async (member: Member, id: number) => (await rowOf(member, id)).status
const suspenses = (reference: string) =>
  server.database.run('select cause, amount::text from suspense where reference = $1', [reference])
const balances = () =>
  server.database.run(
    'select currency, sum(amount)::text as sum from posting group by currency having sum(amount) <> 0',
  )

/** Ways to ask for a deposit: at the bank, and at each provider that takes it from the member's account there. */
const deposits = [
  ['/api/dnw/deposit/apply', 'bank', (point: string) => ({ walletType: 'BINARY', point })],
  ['/api/paykiwoom/sendCoin', 'paykiwoom', (point: string) => ({ walletType: 'BINARY', won: point })],
  ['/api/dh-safety/signup', 'dh-safety', (point: string) => ({ walletType: 'BINARY', won: point })],
  ['/api/paycoin/sendCoin', 'paycoin', (point: string) => ({ walletType: 'BINARY', won: point })],
  ['/api/bitdex/sendCoin', 'bitdex', (point: string) => ({ walletType: 'BINARY', won: point })],
] as const

describe.each(deposits)('POST %s', (path, provider, bodyOf) => {
  /** What comes from outside is dealt with the same way for all: it is tried with the bank and one other. */
  const some = ['bank', 'paykiwoom'].includes(provider)

  const apply = async (point: string) => {
    const { status, body } = await members[0]!.post(path, bodyOf(point))
    expect([status, body.type, body.status]).toEqual([200, 'D', 'REQUESTED'])
    return body.id as number
  }

  test.each(some ? ['normal', 'twice', 'late'] : ['normal'])(
    'is completed once when the provider tells %s that it was paid',
    async (webhooks) => {
      await sandbox.behave(provider, { webhooks })
      const member = members[0]!
      const before = await won(member)
      const id = await apply('50000')
      await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
      expect(await won(member)).toBe(before + 50_000)
      expect((await rowOf(member, id)).steps.map(({ state }: { state: string }) => state)).toEqual([
        'REQUESTED',
        'REVIEW',
        'ARRIVED',
        'APPROVED',
        'COMPLETED',
      ])
      expect(await balances()).toEqual([])
    },
  )

  test.each(some ? ['silent', 'broken', 'unsigned'] : ['silent'])(
    'whose call is %s is completed once it got through',
    async (mode) => {
      await sandbox.behave(provider, { calls: mode })
      const member = members[0]!
      const before = await won(member)
      const id = await apply('60000')
      const attempts = async () =>
        Number((await server.database.run('select attempts from outgoing where id = $1', [`D${id}`]))[0]?.['attempts'])
      await expect.poll(attempts, patience).toBeGreaterThan(0)
      await sandbox.behave(provider, { calls: 'normal' })
      await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
      expect(await won(member)).toBe(before + 60_000)
    },
  )

  test('of which another amount came is suspended, and the request waits', async () => {
    await sandbox.behave(provider, { webhooks: 'amount' })
    const member = members[0]!
    const before = await won(member)
    const id = await apply('70000')
    await expect.poll(() => suspenses(`D${id}`), patience).toEqual([{ cause: 'AMOUNT', amount: '70001' }])
    expect([await statusOf(member, id), await won(member)]).toEqual(['REQUESTED', before])
    expect((await member.post('/api/dnw/cancel', { dnwHistoryId: id })).status).toBe(200)
    expect(await balances()).toEqual([])
  })

  /** How many webhooks of the provider the product refused. */
  const refused = async () => {
    const page = await (await fetch(sandbox.sandbox.url)).text()
    return [...page.matchAll(/→ ([a-z-]+) · webhook <span[^>]*>[^<]*· 401/g)].filter(([, name]) => name === provider)
      .length
  }
  const testSome = some ? test : () => undefined
  if (provider !== 'bank')
    test('that the provider refuses is over at once', async () => {
      await sandbox.behave(provider, { calls: 'refuse' })
      const member = members[0]!
      const before = await won(member)
      const id = await apply('50000')
      await expect.poll(() => statusOf(member, id), patience).toBe('REJECTED')
      expect((await rowOf(member, id)).reason).toContain('거절')
      expect(await won(member)).toBe(before)
      expect(await balances()).toEqual([])
    })

  testSome('that is paid after it was cancelled is suspended', async () => {
    await sandbox.behave(provider, { paysItself: '' })
    const member = members[0]!
    const id = await apply('80000')
    const sent = async () => (await server.database.run('select state from outgoing where id = $1', [`D${id}`]))[0]
    await expect.poll(sent, patience).toEqual({ state: 'SENT' })
    await member.post('/api/dnw/cancel', { dnwHistoryId: id })
    await sandbox.press('/payments/pay', { key: `1 ${provider} D${id}` })
    await expect.poll(() => suspenses(`D${id}`), patience).toEqual([{ cause: 'LATE', amount: '80000' }])
  })

  for (const webhooks of some ? ['unsigned', 'wrong-key'] : [])
    test(`is not completed by a webhook that is ${webhooks}`, async () => {
      await sandbox.behave(provider, { webhooks })
      const member = members[0]!
      const before = await refused()
      const id = await apply('90000')
      await expect.poll(refused, patience).toBeGreaterThan(before)
      const [known] = await server.database.run(
        `select count(*)::int as n from provider_event where body->>'reference' = $1`,
        [`D${id}`],
      )
      expect([known?.['n'], await statusOf(member, id)]).toEqual([0, 'REQUESTED'])
      await sandbox.behave(provider, { webhooks: 'normal' })
      await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED') // told again, signed
    })
})

test('a charge for the wallet of margin trading brings the USDT that it is worth', async () => {
  const member = members[0]!
  const mid = async () => (await member.get('/api/dnw/rate?from=BINARY&to=FUTURES')).status
  await expect.poll(mid, patience).toBe(200)
  const asked = await member.post('/api/bitdex/sendCoin', { walletType: 'FUTURES', won: '140000' })
  expect([asked.status, asked.body.code]).toEqual([200, undefined])
  expect(asked.body).toMatchObject({ type: 'D', walletType: 'FUTURES', currency: 'USDT' })
  await expect.poll(() => statusOf(member, asked.body.id), patience).toBe('COMPLETED')
  expect(await balances()).toEqual([])
})

test('POST /api/bitdex/sellCoin pays into the account of the member at the provider, once', async () => {
  const member = members[0]!
  const before = await won(member)
  const body = { walletType: 'BINARY', point: '120000' }
  expect(refusal(await member.post('/api/bitdex/sellCoin', body))).toEqual([403, 'STEP_UP_REQUIRED'])
  const key = randomUUID()
  const asked = await member.post('/api/bitdex/sellCoin', { ...body, otp: member.otp() }, key)
  expect(asked.body).toMatchObject({ type: 'WS', status: 'REQUESTED', walletType: 'BINARY', point: '120000' })
  const { id } = asked.body
  expect((await member.post('/api/bitdex/sellCoin', { ...body, otp: member.otp() }, key)).body.id).toBe(id)
  const other = await member.post('/api/bitdex/sellCoin', { ...body, point: '130000' }, key)
  expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await won(member)).toBe(before - 120_000)
  const desk = (await finance.get('/api/console/dnw?typeStrs=WS&size=100')).body.content
  const { version } = desk.find((row: { id: number }) => row.id === id)
  const done = await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'looked at it' })
  expect([200, 202]).toContain(done.status)
  if (done.status === 202) {
    await finance2.post(`/api/console/approvals/${done.body.approvalId}/approve`, { reason: 'looked at it too' })
  }
  await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
  const [call] = await server.database.run(
    `select o.provider from outgoing o join payout p on o.id = p.key where p.dnw_id = $1`,
    [id],
  )
  expect(call).toEqual({ provider: 'bitdex' })
  expect(await won(member)).toBe(before - 120_000)
  expect(await balances()).toEqual([])
})

describe('a withdrawal', () => {
  /** Asks for it and has it approved. */
  async function approved(member: Member): Promise<number> {
    const asked = await member.post('/api/dnw/withdraw/apply', {
      walletType: 'BINARY',
      point: '100000',
      otp: member.otp(),
    })
    expect([asked.status, asked.body.code]).toEqual([200, undefined])
    const { id } = asked.body
    const desk = (await finance.get('/api/console/dnw?typeStrs=W&size=100')).body.content
    const { version } = desk.find((row: { id: number }) => row.id === id)
    const done = await finance.post(`/api/console/dnw/${id}/approve`, { version, reason: 'looked at it' })
    expect([done.status, done.body.code]).toEqual([200, undefined])
    return id
  }
  const payoutOf = async (id: number) =>
    (await server.database.run('select state from payout where dnw_id = $1', [id]))[0]?.['state']
  const paidAtBank = async (): Promise<number> => {
    const page = await (await fetch(sandbox.sandbox.url)).text()
    return page.split('출금 99000 KRW').length - 1
  }

  test.each([
    ['normal', 1],
    ['silent', 1],
    ['unsigned', 2],
    ['broken', 2],
  ])('whose call is %s is paid once', async (mode, who) => {
    const member = members[who]!
    const [before, paid] = [await won(member), await paidAtBank()]
    await sandbox.behave('bank', { calls: mode })
    const id = await approved(member)
    if (mode !== 'normal') {
      await expect.poll(() => payoutOf(id), patience).toMatch(/UNKNOWN|SENT|CONFIRMED/)
      await sandbox.behave('bank', { calls: 'normal' })
    }
    await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
    expect([await won(member), await paidAtBank(), await payoutOf(id)]).toEqual([
      before - 100_000,
      paid + 1,
      'CONFIRMED',
    ])
    expect(await balances()).toEqual([])
  })

  test('that the provider refuses goes back, fee and all', async () => {
    const member = members[3]!
    const before = await won(member)
    await sandbox.behave('bank', { calls: 'refuse' })
    const id = await approved(member)
    await expect.poll(() => statusOf(member, id), patience).toBe('REJECTED')
    expect([await won(member), await payoutOf(id)]).toEqual([before, 'FAILED'])
  })

  test('whose webhook is lost is completed by the status query', async () => {
    const member = members[3]!
    await sandbox.behave('bank', { webhooks: 'lost', calls: 'silent' })
    const id = await approved(member)
    await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
  })

  test.each(['twice', 'late', 'unsigned', 'wrong-key', 'amount'])(
    'whose webhook is %s is completed once, for what was approved',
    async (webhooks) => {
      const member = members[1]!
      const [before, paid] = [await won(member), await paidAtBank()]
      await sandbox.behave('bank', { webhooks, delayMs: '50' })
      const id = await approved(member)
      await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
      expect([await won(member), await paidAtBank(), await payoutOf(id)]).toEqual([
        before - 100_000,
        paid + 1,
        'CONFIRMED',
      ])
      expect(await balances()).toEqual([])
    },
  )

  test('that was taken over, and of which nothing more is heard, is asked for', async () => {
    const member = members[4]!
    await sandbox.behave('bank', { webhooks: 'lost' })
    const id = await approved(member)
    await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
  })

  test('that comes back after it was paid is suspended', async () => {
    const member = members[4]!
    const id = await approved(member)
    await expect.poll(() => statusOf(member, id), patience).toBe('COMPLETED')
    const [payout] = await server.database.run('select key from payout where dnw_id = $1', [id])
    const key = String(payout?.['key'])
    await sandbox.press('/payouts/return', { key: `1 bank ${key}` })
    await expect.poll(() => suspenses(key), patience).toEqual([{ cause: 'RETURNED', amount: '99000' }])
    expect(await balances()).toEqual([])
  })
})

describe('coins that are sent to the address of a member', () => {
  const coins = async (member: Member, type: string) =>
    Number((await member.get('/api/wallet/my')).body.find((row: { type: string }) => row.type === type)?.point ?? 0)
  const send = async (member: Member, amount: string) => {
    const { body } = await member.post('/api/wallet/generate', { coinName: 'USDT' })
    const { coin, network, address } = body
    await sandbox.press('/coins', { siteId: '1', coin, network, address, amount })
  }

  test('are his once the network has confirmed them, by themselves', async () => {
    const member = members[4]!
    const before = await coins(member, 'FUTURES')
    await send(member, '100.5')
    await expect.poll(() => coins(member, 'FUTURES'), patience).toBe(before + 100.5)
    expect(await balances()).toEqual([])
  })

  test('are taken back when the network forgets them', async () => {
    const member = members[3]!
    const before = await coins(member, 'FUTURES')
    await send(member, '7')
    const arrival = async () =>
      (await server.database.run('select state, txid, output from coin_arrival where amount = 700000000'))[0]
    await expect.poll(() => coins(member, 'FUTURES'), patience).toBe(before + 7)
    const { txid, output } = (await arrival())!
    await sandbox.press('/coins/forget', { providerRef: `${txid}:${output}` })
    await expect.poll(arrival, patience).toMatchObject({ state: 'REORGED' })
    expect(await coins(member, 'FUTURES')).toBe(before)
    expect(await balances()).toEqual([])
  })

  test('to an address of nobody are suspended', async () => {
    const address = { coin: 'USDT', network: 'TRC20', address: 'TNobodysAddress' }
    await sandbox.press('/coins', { siteId: '1', ...address, amount: '3' })
    const cause = async () => (await server.database.run('select cause from suspense where amount = 300000000'))[0]
    await expect.poll(cause, patience).toEqual({ cause: 'OWNER' })
  })

  test('leave suspense when the network forgets them', async () => {
    const address = { coin: 'USDT', network: 'TRC20', address: 'TNobodysAddress' }
    await sandbox.press('/coins', { siteId: '1', ...address, amount: '4' })
    const row = async () =>
      (await server.database.run('select state, reference from suspense where amount = 400000000'))[0]
    await expect.poll(row, patience).toMatchObject({ state: 'OPEN' })
    await sandbox.press('/coins/forget', { providerRef: String((await row())!['reference']) })
    await expect.poll(row, patience).toMatchObject({ state: 'REORGED' })
  })
})

test.each(['paykiwoom', 'paycoin'])('%s: an account is opened and then known', async (provider) => {
  const member = members[0]!
  const known = () => member.get(`/api/${provider}/chk_coin`)
  expect((await known()).body).toEqual({ registered: false })
  const key = randomUUID()
  const body = provider === 'paykiwoom' ? { value: '010-1234-5678' } : {}
  expect((await member.post(`/api/${provider}/signup`, body, key)).body).toEqual({ registered: true })
  expect((await member.post(`/api/${provider}/signup`, body, key)).body).toEqual({ registered: true })
  expect((await known()).body).toEqual({ registered: true, balance: '1000000' })
})

test.each([
  ['/api/paycoin/chk_player', 'paycoin'],
  ['/api/bitdex/chk_coin', 'bitdex'],
])('%s says what %s says of the member, and of nobody else', async (path, provider) => {
  const [member, other] = [members[1]!, members[2]!]
  expect((await member.get(path)).body).toEqual({ registered: false })
  expect((await other.get(path)).body).toEqual({ registered: false })
  const asked = await server.database.run(
    `select distinct substring(id from '-(100[0-9])-[0-9]+$') as member from outgoing
     where provider = $1 and id like 'check-%' and state = 'SENT' order by 1`,
    [provider],
  )
  expect(asked.map(({ member }) => member)).toEqual(expect.arrayContaining(['1002', '1003']))
})

test.each([
  ['GET', '/api/bitdex/coin_charge_url'],
  ['POST', '/api/dnw/bitshop/url'],
  ['POST', '/api/gluwa/make-qrcode'],
  ['POST', '/api/onepay/login'],
  ['GET', '/api/codepay/url'],
  ['GET', '/api/p2p/url?provider=p2p'],
])('%s %s answers a signed page that opens for its member', async (method, path) => {
  const answer = method === 'GET' ? await members[0]!.get(path) : await members[0]!.post(path, {})
  expect(answer.status).toBe(200)
  const page = await fetch(answer.body.url ?? answer.body.qr)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('m-1-1001')])
  expect(answer.body.expiresAt).toBeGreaterThan(Date.now())
})

test('no provider opens a page under a name that is none of theirs', async () => {
  expect(refusal(await members[0]!.get('/api/p2p/url?provider=nice'))).toEqual([400, 'PURCHASE_METHOD_UNSUPPORTED'])
})
