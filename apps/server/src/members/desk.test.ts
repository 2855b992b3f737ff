import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { demoPassword } from './demo.ts'
import { memberFilter } from './desk-search.ts'
import { fillPhoneEnds } from './phone-ends.ts'
import { Seal } from './seal.ts'

const reason = '신고 접수'
const path = '/api/console/member'

let server: TestServer
let cs: Awaited<ReturnType<typeof staff>>
let admin: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  cs = await staff(server, 'cs')
  admin = await staff(server, 'admin')
})
afterAll(() => server.close())

const find = async (q: string): Promise<number[]> =>
  (await cs.get(`${path}?q=${encodeURIComponent(q)}`)).body.content.map(({ id }: { id: number }) => id)
const memberOf = async (id: number) => (await cs.get(`${path}/${id}`)).body
const acts = async (id: number) => (await admin.get(`/api/console/audit?subject=${id}`)).body.content
const row = async (id: number) =>
  (await server.database.run(`select * from member where site_id = 1 and id = ${id}`))[0]!

describe('the search of members', () => {
  it('finds a member by number, beginning of a name, and address, and shows him masked', async () => {
    await server.login('demo1')
    const { username, nick, name } = await row(1001)
    const [session] = await server.database.run(`select ip from login_session where member_id = 1001`)
    for (const q of ['1001', String(username), String(nick), String(name), String(session!['ip'])])
      expect([q, await find(q)]).toEqual([q, expect.arrayContaining([1001])])
    expect(await find('%')).toEqual([])
    expect(await find("' or 1=1 --")).toEqual([])
    const [found] = (await cs.get(`${path}?q=1001`)).body.content
    expect(found).toMatchObject({ id: 1001, status: 'ACTIVE', version: 0 })
    expect(found.username).not.toBe(username)
    expect(JSON.stringify(found)).not.toContain(String(name))
  })

  it('finds who has a phone number or a bank account, however it is written', async () => {
    const seal = new Seal(server.deps.config.tokenSecret)
    const hashes = [seal.phoneHash(1, '01077778888'), seal.accountHash(1, 'BANK:088:110123456789')]
    const [phone, account] = hashes.map((hash) => `'\\x${hash.toString('hex')}'`)
    await server.database.run(`update member set phone_hash = ${phone} where site_id = 1 and id = 1005`)
    await server.database.run(
      `insert into payout_account (site_id, id, member_id, kind, bank_code, sealed, lookup_hash, tail, holder, is_verified, created_at)
       values (1, 1, 1004, 'BANK', '088', '', ${account}, '6789', 'x', true, 1)`,
    )
    expect(await find('010-7777-8888')).toEqual([1005])
    expect(await find('110-123-456789')).toEqual([1004])
  })

  it('finds by the last four digits of a number, those of earlier numbers too once the job came by', async () => {
    const body = {
      username: 'ender01',
      password: 'Ender-pass-2026',
      name: '김끝자',
      nick: '끝자리',
      phone: '010-5151-9173',
    }
    const { body: made } = await server.call('/api/player', { body })
    expect(await find('9173')).toEqual([made.id])
    expect(await find('917')).toEqual([])
    await server.database.run(`update member set phone_end = null where id = ${made.id}`)
    expect(await find('9173')).toEqual([])
    const seal = new Seal(server.deps.config.tokenSecret)
    expect(await fillPhoneEnds(server.deps.db, seal, new AbortController().signal)).toBe(1)
    expect(await find('9173')).toEqual([made.id])
    expect(await fillPhoneEnds(server.deps.db, seal, new AbortController().signal)).toBe(0)
  })

  it('finds who used a device, by how its hash begins; nobody by less of it', async () => {
    const hash = `7a${'0b'.repeat(31)}`
    await server.database.run(
      `insert into trait_seen (site_id, member_id, kind, hash, seen_at)
       select 1, id, 'DEVICE', '\\x${hash}', 1 from generate_series(1002, 1003) id`,
    )
    for (const q of [hash, hash.slice(0, 10), hash.slice(0, 11), hash.slice(0, 10).toUpperCase()])
      expect([q, await find(q)]).toEqual([q, [1003, 1002]])
    expect(await find(hash.slice(0, 8))).toEqual([])
    expect(await find('7a0b0b0b0c')).toEqual([])
  })

  it('says what each has, how he fared in 30 days after fees and when he was last here, and sorts by it', async () => {
    await server.login('demo2')
    const first = async (sort: string) => (await cs.get(`${path}?sort=${sort}&size=1`)).body.content[0]
    await server.database.run(
      `update wallet set posted = posted + 5000000 where site_id = 1 and member_id = 1003 and type = 'BINARY'`,
    )
    const rich = await first('WON')
    expect(rich).toMatchObject({ id: 1003, won: '15000000', usdt: '10000', resultWon: '0', resultUsdt: '0' })
    expect(await first('SEEN')).toMatchObject({ id: 1002, lastSeenAt: expect.any(Number) })
    expect((await first('OLDEST')).id).toBeLessThan((await first('NEWEST')).id)
    expect(refusal(await cs.get(`${path}?sort=NAME`))).toEqual([400, 'INVALID_REQUEST'])
    const at = Date.now()
    await server.database.run(`
      insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
                                realized_pnl, is_close, is_maker, best, book_u, book_ts, fx_rate, trading_day, at)
      select 1, 870000000 + n, case n when 3 then 'futures' else 'oversea' end, 1, 1, 1, 1003, 'LONG', 'MARKET', 2, 400, 30, -300,
             true, false, 200, 1, 1, 130000, '2026-01-02', case n when 1 then ${at} - 31 * 86400000::bigint else ${at} end
        from generate_series(1, 3) n`)
    expect(await first('WON')).toMatchObject({ id: 1003, resultWon: '-330', resultUsdt: '-0.0000033' })
    await server.database.run('delete from trading_fill where id between 870000000 and 870000003')
  })

  it('finds no staff, and pages through the others', async () => {
    const { body } = await cs.get(`${path}?size=2`)
    expect(body).toMatchObject({ page: 0, size: 2, content: { length: 2 } })
    const { body: next } = await cs.get(`${path}?size=2&page=1`)
    expect(next.content[0].id).toBeLessThan(body.content[1].id)
    const [own] = await server.database.run(`select id from member where site_id = 1 and username = 'cs'`)
    expect(await find(String(own!['id']))).toEqual([])
    expect(await cs.get(`${path}/${own!['id']}`)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  it('reads indexes alone, however many members and sessions there are', async () => {
    await server.database.run(
      `insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, created_at, account_open_at)
       select 1, 50000 + n, 'crowd' || n, 'crowd' || n, 'crowd' || n, 'crowd' || n, '', 'ACTIVE', 1, 1 from generate_series(1, 20000) n`,
    )
    await server.database.run('analyze member')
    const starts = ['username', 'nick', 'name'].map((column) => `member_${column}_start`)
    const indexes = {
      crowd1999: starts,
      '1999': ['member_phone_end', 'member_pkey'],
      '0123456789ab': ['trait_seen_shared'],
    }
    for (const [q, names] of Object.entries(indexes)) {
      const { where, values } = memberFilter(new Seal(server.deps.config.tokenSecret), 1, { q })
      // As the API asks, beneath the policy of the site.
      const plan = JSON.stringify(
        await server.deps.db.tenant(1, (tx) => tx.query(`explain select * from member where ${where}`, values)),
      )
      for (const name of names) expect([q, plan]).toEqual([q, expect.stringContaining(name)])
      for (const table of ['member ', 'trait_seen', 'payout_account', 'login_session'])
        expect([q, plan]).toEqual([q, expect.not.stringContaining(`Seq Scan on ${table}`)])
    }
    expect(await find('crowd19999')).toEqual([69999])
  })
})

describe('a member', () => {
  it('is shown with his wallets, what holds them, his sessions, requests and sign-ins', async () => {
    await server.login('demo2')
    const shown = await memberOf(1002)
    expect(shown.wallets).toContainEqual(
      expect.objectContaining({ type: 'BINARY', currency: 'KRW', held: expect.any(Array) }),
    )
    expect(shown.sessions[0]).toMatchObject({ endedAt: null })
    expect((await cs.get(`${path}/1002/sign-in`)).body.content[0]).toMatchObject({ id: shown.sessions[0].id })
    expect((await cs.get(`${path}/1002/dnw`)).body).toMatchObject({ page: 0, content: expect.any(Array) })
  })

  it('of another site is unknown', async () => {
    const [other] = await server.database.run(`select id from member where site_id <> 1 and kind = 'MEMBER' limit 1`)
    const id = other?.['id'] ?? 999_999
    for (const part of ['', '/dnw', '/sign-in']) expect((await cs.get(`${path}/${id}${part}`)).status).toBe(404)
    const denied = await cs.post(`${path}/${id}/status`, { status: 'DENY', version: 0, reason })
    expect(denied).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  it('shows who he is to nobody without a reason, and the log keeps it', async () => {
    expect((await cs.post(`${path}/1003/personal`, {})).body.code).toBe('INVALID_REQUEST')
    const { username, name } = await row(1003)
    expect((await cs.post(`${path}/1003/personal`, { reason })).body).toMatchObject({ username, name })
    const finance = await staff(server, 'finance')
    expect((await finance.post(`${path}/1003/personal`, { reason })).body.code).toBe('PERMISSION_DENIED')
    expect((await acts(1003))[0]).toMatchObject({ action: 'POST /api/console/member/:id/personal', reason })
  })
})

describe('the limits of a member', () => {
  it('are shown with what is used of them, his rests and his use, and to nobody of another site', async () => {
    const { accessToken: token } = await server.login('demo3')
    const limits = [
      { kind: 'LOSS', window: '24h', currency: 'KRW', amount: '50000' },
      { kind: 'DEPOSIT', window: '7d', currency: 'KRW', amount: '200000' },
      { kind: 'TIME', window: '24h', currency: null, amount: '90' },
    ]
    expect((await server.call('/api/limit/set', { token, key: true, body: { limits } })).status).toBe(200)
    expect((await server.call('/api/limit/cool_off', { token, key: true, body: { period: '24h' } })).status).toBe(200)
    const { body } = await cs.get(`${path}/1003/limit`)
    expect(body.limits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'LOSS', window: '24h', amount: '50000', used: '0' }),
        expect.objectContaining({ kind: 'DEPOSIT', window: '7d', currency: 'KRW', amount: '200000' }),
        expect.objectContaining({ kind: 'TIME', currency: null, amount: '90' }),
      ]),
    )
    expect(body).toMatchObject({ coolOffUntil: expect.any(Number), selfExcludedUntil: null, usedMinutes: 0 })
    const [own] = await server.database.run(`select id from member where site_id = 1 and username = 'cs'`)
    for (const id of [own!['id'], 999_999])
      expect((await cs.get(`${path}/${id}/limit`)).body.code).toBe('USER_NOT_FOUND')
  })
})

describe('a sign-up on a LICENSED site', () => {
  it('waits in the list of those that wait, and is let in or turned down', async () => {
    await server.database.run(`update site set money_mode = 'LICENSED' where id = 1`)
    await server.app.sites.load()
    try {
      const person = (n: number) => ({
        username: `waiter0${n}`,
        password: 'Waiter-pass-2026',
        name: '김대기',
        nick: `대기자${n}`,
        phone: `010-6161-000${n}`,
      })
      const [one, two] = [
        (await server.call('/api/player', { body: person(1) })).body,
        (await server.call('/api/player', { body: person(2) })).body,
      ]
      expect([one.status, two.status]).toEqual(['PENDING', 'PENDING'])
      const waiting = async () =>
        (await cs.get(`${path}?status=PENDING`)).body.content.map(({ id }: { id: number }) => id)
      expect(await waiting()).toEqual([two.id, one.id])
      expect((await cs.get('/api/console/overview')).body.members.waiting).toBe(2)
      await cs.post(`${path}/${one.id}/status`, { status: 'ACTIVE', version: 0, reason })
      await cs.post(`${path}/${two.id}/status`, { status: 'DENY', version: 0, reason })
      expect(await waiting()).toEqual([])
      const login = async ({ username, password }: ReturnType<typeof person>) =>
        (await server.call('/api/login', { body: { username, password } })).body
      const { user } = await login(person(1))
      // Let in with wallets, and without a grant of the demo.
      expect(user).toMatchObject({ status: 'ACTIVE', money: '0' })
      expect((await login(person(2))).code).toBe('ACCOUNT_DENIED')
    } finally {
      await server.database.run(`update site set money_mode = 'DEMO' where id = 1`)
      await server.app.sites.load()
    }
  })
})

describe('DENY', () => {
  it('puts a member out within 5 s, once under its key; ACTIVE lets him in', async () => {
    const { accessToken: token } = await server.login('demo4')
    const { version } = await memberOf(1004)
    const deny = { status: 'DENY', version, reason }
    const key = randomUUID()
    const [first, again] = [
      await cs.post(`${path}/1004/status`, deny, 1, key),
      await cs.post(`${path}/1004/status`, deny, 1, key),
    ]
    expect(first.body).toMatchObject({ status: 'DENY', version: version + 1 })
    expect(again.body).toEqual(first.body)
    await expect.poll(async () => (await server.call('/api/wallet/my', { token })).status).toBe(403)
    const core = `select status from member_state where site_id = 1 and member_id = 1004`
    await expect.poll(async () => (await server.database.run(core))[0]?.['status']).toBe('DENY')

    const reused = await cs.post(`${path}/1004/status`, { ...deny, status: 'ACTIVE' }, 1, key)
    expect(reused.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    const stale = await cs.post(`${path}/1004/status`, { ...deny, status: 'ACTIVE' })
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
    const changes = (await acts(1004)).flatMap((act: { changes: object[] }) => act.changes)
    expect(changes).toEqual([expect.objectContaining({ before: { status: 'ACTIVE' }, after: { status: 'DENY' } })])

    await cs.post(`${path}/1004/status`, { status: 'ACTIVE', version: version + 1, reason })
    await expect.poll(async () => (await server.database.run(core))[0]?.['status']).toBe('ACTIVE')
    expect((await server.login('demo4')).accessToken).toEqual(expect.any(String))
  })
})

describe('devices, sessions and notes', () => {
  it('blocks mobile devices and lets them in again', async () => {
    const { version } = await memberOf(1005)
    const blocked = await cs.post(`${path}/1005/device`, { isMobileBlocked: true, version, reason })
    expect(blocked.body).toMatchObject({ isMobileBlocked: true, version: version + 1 })
    expect((await row(1005))['block_device']).toBe('M')
    const mobile = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; SM-S921N) Chrome/140.0 Mobile Safari/537.36' }
    const login = (headers: Record<string, string>) =>
      server.call('/api/login', { body: { username: 'demo5', password: demoPassword }, headers })
    expect((await login(mobile)).body.code).toBe('DEVICE_MOBILE_BLOCKED')
    expect((await login({})).status).toBe(200)
    const open = await cs.post(`${path}/1005/device`, { isMobileBlocked: false, version: version + 1, reason })
    expect(open.body.isMobileBlocked).toBe(false)
  })

  it('ends one session, or all; one of another member is unknown', async () => {
    const [one, two] = [(await server.login('demo2')).accessToken, (await server.login('demo2')).accessToken]
    const other = (await server.login('demo3')).accessToken
    const [newest] = (await memberOf(1002)).sessions
    const [strange] = (await memberOf(1003)).sessions
    const foreign = await cs.post(`${path}/1002/session/end`, { sessionId: strange.id, reason })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'HISTORY_NOT_FOUND' } })
    await cs.post(`${path}/1002/session/end`, { sessionId: newest.id, reason })
    const statusOf = async (token: string) => (await server.call('/api/wallet/my', { token })).status
    await expect.poll(async () => [await statusOf(one), await statusOf(two)].sort()).toEqual([200, 401])
    await cs.post(`${path}/1002/session/end`, { reason })
    await expect.poll(async () => [await statusOf(one), await statusOf(two)]).toEqual([401, 401])
    expect(await statusOf(other)).toBe(200)
  })

  it('keeps a note as it was written, once under its key, markup and formulas too', async () => {
    const text = '=cmd|calc!A1 <img src=x onerror=alert(1)>'
    const key = randomUUID()
    const [note, again] = [
      await cs.post(`${path}/1003/note`, { text, reason }, 1, key),
      await cs.post(`${path}/1003/note`, { text, reason }, 1, key),
    ]
    expect(note.body).toMatchObject({ text })
    expect(again.body).toEqual(note.body)
    expect((await memberOf(1003)).notes).toEqual([note.body])
  })
})
