import { ConsoleSite } from '@maru/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, staff } from '../../test/money-house.ts'
import { gateOf } from './gate.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
})
afterAll(() => server.close())

const show = async (id = 1) => ConsoleSite.parse((await admin.get('/api/console/site', id)).body)
const agree = (asked: { body: { approvalId: number } }, siteId = 1) =>
  admin2.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' }, siteId)
const change = async (fields: object, id = 1) =>
  admin.post('/api/console/site', { version: (await show(id)).version, reason: '점검', changes: fields }, id)
async function agreed(fields: object, id = 1) {
  const asked = await change(fields, id)
  expect([asked.status, asked.body.code]).toEqual([202, undefined])
  expect((await agree(asked, id)).status).toBe(200)
}

describe('what two SUPERs change', () => {
  it('is what the next page of a member shows: names, languages, checks at sign-up', async () => {
    const fields = { domains: ['Trade.Example.com'], language: 'en', guestLanguage: 'en', signupChecks: ['PHONE'] }
    await agreed(fields, 25)
    expect(await show(25)).toMatchObject({ ...fields, domains: ['trade.example.com'] })
    const info = (await server.call('/api/site_info/code?site=maru-intl', { siteInfoId: null })).body
    expect(info).toMatchObject({ language: 'en', guestLanguage: 'en', signupChecks: ['PHONE'] })
    const person = { username: 'eng1', password: 'lantern-orbit-7', name: '김영', phone: '010-8888-0009', nick: 'moon' }
    expect(refusal(await server.call('/api/player', { siteInfoId: 25, body: person }))[1]).toBe('KYC_REQUIRED')
  })

  it('a coin that is off leaves the lists, and is refused where it came in and where it was sold', async () => {
    const demo1 = await enrolled(server, 'demo1')
    const coin = async (name: string) =>
      (await demo1.get('/api/site_info/dnw')).body.coins.find((one: { coin: string }) => one.coin === name)
    expect(await coin('BTC')).toMatchObject({ isDeposit: true, isBuy: true })
    await agreed({ depositCoins: ['USDT'], buyCoins: ['USDT', 'ETH'] })
    expect(await coin('BTC')).toMatchObject({ isDeposit: false, isBuy: false })
    expect(await coin('ETH')).toMatchObject({ isDeposit: false, isBuy: true })
    for (const [path, body] of [
      ['/api/wallet/generate', { coinName: 'BTC' }],
      ['/api/dnw/buy/apply', { coin: 'BTC', point: '100000' }],
      ['/api/dnw/convert', { from: 'BINARY', to: 'BTC', point: '100000' }],
    ] as const)
      expect([path, ...refusal(await demo1.post(path, body))]).toEqual([path, 400, 'CURRENCY_UNSUPPORTED'])
    expect(refusal(await demo1.get('/api/dnw/quote?from=BINARY&to=BTC&point=100000'))).toEqual([
      400,
      'CURRENCY_UNSUPPORTED',
    ])
    await agreed({ depositCoins: ['USDT', 'BTC'], buyCoins: ['BTC'] })
    expect(await coin('BTC')).toMatchObject({ isDeposit: true, isBuy: true })
  })

  it('banks that are off cannot be chosen', async () => {
    const banks = async () => (await server.call('/api/banklist')).body.map(({ code }: { code: string }) => code)
    await agreed({ banks: ['088', '004'] })
    expect(await banks()).toEqual(['004', '088'])
    expect((await show()).banks.filter(({ isOn }) => isOn).map(({ code }) => code)).toEqual(['004', '088'])
    await agreed({ banks: (await show()).banks.map(({ code }) => code) })
    expect((await banks()).length).toBeGreaterThan(50)
  })

  it('the footer holds what the site chose, in its order, and the default form again', async () => {
    const footer = async () => (await server.call('/api/site_info/code?site=maru', { siteInfoId: null })).body.footer
    await agreed({ footer: ['wallet', 'trade', 'support', 'more'] })
    expect(await footer()).toEqual(['wallet', 'trade', 'support', 'more'])
    expect((await show()).footer).toEqual(['wallet', 'trade', 'support', 'more'])
    const asked = await change({ footer: null })
    const { content } = (await admin2.get('/api/console/approvals')).body
    const waits = content.find(({ id }: { id: number }) => id === asked.body.approvalId)
    expect(waits.fields).toEqual([
      {
        label: { ko: '하단 메뉴', en: 'Footer' },
        before: { ko: '지갑 · 회차 · 고객센터 · 더보기', en: 'Wallet · Rounds · Support · More' },
        after: { ko: '기본', en: 'Default' },
      },
    ])
    expect((await agree(asked)).status).toBe(200)
    expect(await footer()).toBeNull()
  })

  it.each([
    [{ footer: ['more'] }, [400, 'INVALID_REQUEST']],
    [{ footer: ['more', 'more'] }, [400, 'INVALID_REQUEST']],
    [{ footer: ['more', 'shop'] }, [400, 'INVALID_REQUEST']],
    [
      { footer: ['home', 'trade', 'futures', 'order', 'wallet', 'search', 'support', 'more'] },
      [400, 'INVALID_REQUEST'],
    ],
    [{ footer: ['futures', 'more'], flags: { futures: false } }, [422, 'SETTING_INVALID']],
    [{ domains: ['no domain'] }, [422, 'DOMAIN_INVALID']],
    [{ domains: ['trade.example.com'] }, [409, 'DOMAIN_TAKEN']],
    [{ banks: [] }, [422, 'SETTING_INVALID']],
    [{ banks: ['999'] }, [422, 'SETTING_INVALID']],
    [{ depositCoins: ['DOGE'] }, [400, 'INVALID_REQUEST']],
    [{ wallets: ['BONUS'] }, [400, 'INVALID_REQUEST']],
    [{ wallets: ['BINARY'], flags: { binary: false } }, [422, 'SETTING_INVALID']],
    [{ language: 'jp' }, [400, 'INVALID_REQUEST']],
    [{ countries: ['korea'] }, [400, 'INVALID_REQUEST']],
    [{ licence: { number: 'x' } }, [400, 'INVALID_REQUEST']],
    [{ moneyMode: 'LICENSED' }, [400, 'INVALID_REQUEST']],
    [{ code: 'other' }, [400, 'INVALID_REQUEST']],
    [{}, [422, 'SETTING_INVALID']],
  ])('%j is refused and changes nothing', async (fields, said) => {
    const before = await show()
    expect(refusal(await change(fields))).toEqual(said)
    expect(await show()).toEqual(before)
  })

  it('an older version is told what holds now', async () => {
    const { version, name, countries } = await show()
    await agreed({ countries: ['KR'] })
    const body = { version, reason: '점검', changes: { countries: ['US'], name: '새마루' } }
    const late = await admin.post('/api/console/site', body)
    expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
    expect(late.body.params).toEqual({
      version: version + 1,
      countries: 'KR',
      name,
      newer: `이름: ${name} · 국가: KR`,
      newerEn: `Name: ${name} · Countries: KR`,
    })
    await agreed({ countries })
  })
})

describe('the accounts that members send to', () => {
  const account = {
    sub: 'new-bank',
    bankCode: '004',
    number: '110-234-567890',
    holder: '마루 주식회사',
    isOpen: true,
    rank: 0,
  }
  const ask = (before: object | null, after: object) =>
    admin.post('/api/console/site/bank', { reason: '새 계좌', before, after })
  const shown = async () => {
    const { accessToken: token } = await server.login('demo2')
    return (await server.call('/api/site_info/dnw', { token })).body.accounts.map(
      ({ number }: { number: string }) => number,
    )
  }

  it('show once the second one agreed, and go when they are closed', async () => {
    const asked = await ask(null, account)
    expect(await shown()).not.toContain(account.number)
    expect((await agree(asked)).status).toBe(200)
    expect(await shown()).toContain(account.number)
    const row = (await admin.get('/api/console/site/bank')).body.find(({ sub }: { sub: string }) => sub === 'new-bank')
    expect(row).toEqual({ ...account, bank: '국민은행' })
    expect((await agree(await ask(row, { ...account, isOpen: false }))).status).toBe(200)
    expect(await shown()).not.toContain(account.number)
    const late = await ask(row, { ...account, rank: 3 })
    expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
    expect(late.body.params).toMatchObject({ isOpen: 0 })
  })

  it.each([
    [{ sub: 'A Bank' }],
    [{ sub: 'other', bankCode: '999' }],
    [{ sub: 'other', number: '1' }],
    [{ sub: 'other', number: `110234567890` }],
    [{ sub: 'other', holder: ' ' }],
    [{ sub: 'other', rank: -1 }],
  ])('%j is refused', async (parts) => {
    expect(refusal(await ask(null, { ...account, ...parts }))).toEqual([422, 'SETTING_INVALID'])
  })
})

describe('the logo', () => {
  let picture: Buffer
  beforeEach(async () => {
    picture = await sharp({ create: { width: 600, height: 300, channels: 4, background: '#08705f80' } })
      .png()
      .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
      .toBuffer()
  })
  const send = async (data: string | null) =>
    admin.post('/api/console/site/logo', { version: (await show()).version, reason: '새 로고', data })

  it('is drawn anew, and shown once the second one agreed, under an address that never changes what it shows', async () => {
    const asked = await send(picture.toString('base64'))
    expect((await show()).logoUrl).toBeNull()
    // The second person sees the picture itself before he agrees; another site sees nothing of it.
    const [waits] = (await admin.get('/api/console/approvals')).body.content
    const seen = await admin.get(`/api/console/site/logo/${waits.detail.logo}`)
    const preview = await sharp(Buffer.from(seen.body.data, 'base64')).metadata()
    expect([preview.format, preview.width, preview.height]).toEqual(['png', 256, 128])
    expect((await admin.get(`/api/console/site/logo/${waits.detail.logo}`, 15)).status).toBe(404)
    expect((await agree(asked)).status).toBe(200)
    const { logoUrl } = await show()
    const answer = await fetch(new URL(logoUrl!, server.url))
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height, exif]).toEqual([256, 128, undefined])
    expect((await server.call(logoUrl!.replace('/1/', '/15/'))).status).toBe(404)
    const cleared = await send(null)
    expect([cleared.status, cleared.body.params]).toEqual([202, undefined])
    expect((await agree(cleared)).status).toBe(200)
    expect((await server.call(logoUrl!)).status).toBe(404)
  })

  it('is no script, no page and no bomb', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const bytes of [
      svg,
      Buffer.from('GIF89a'),
      picture.subarray(0, 60),
      Buffer.concat([picture, Buffer.from('<b>')]),
    ])
      expect(refusal(await send(bytes.toString('base64')))).toEqual([400, 'FILE_REJECTED'])
    expect(refusal(await send('<script>'))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await send(Buffer.alloc(800_000).toString('base64')))[0]).toBe(413)
  })
})

describe('real money', () => {
  const mode = async (moneyMode: string, id = 1) =>
    admin.post('/api/console/site/mode', { version: (await show(id)).version, reason: '실거래', moneyMode }, id)

  it('is refused on a server of demo, with every condition that is not met', async () => {
    const refused = await mode('LICENSED')
    expect(refusal(refused)).toEqual([409, 'MONEY_MODE_BLOCKED'])
    for (const word of ['라이선스', 'FEED=', 'DEMO=1', '지갑']) expect(refused.body.message).toContain(word)
    const { gate } = await show()
    expect(gate.filter(({ isMet }) => isMet).map(({ check }) => check)).toEqual(['clock'])
  })

  it('is open where all conditions hold, and each of them alone closes it', async () => {
    await server.database.run(
      `insert into site (id, code, name, flags, domains) values (90002, 'real', '실거래', '000001', '{real.example}')`,
    )
    const now = Date.now()
    const good = {
      licence: { number: '제1호', authority: '금융위', validUntil: now + 1_000 },
      countries: ['KR', 'JP'],
      domains: ['real.example'],
    }
    const live = { feed: 'live', demo: false, clockStart: null, clockSpeed: 1 } as const
    const unmet = async (row: object, config: object, id = 90002) =>
      (
        await server.deps.db.tenant(id, (tx) =>
          gateOf(tx, id, { ...good, ...row }, { config: { ...live, ...config } as never, now }),
        )
      )
        .filter(({ isMet }) => !isMet)
        .map(({ check }) => check)
    expect(await unmet({}, {})).toEqual([])
    expect(await unmet({ licence: null }, {})).toEqual(['licence'])
    expect(await unmet({ licence: { ...good.licence, validUntil: now } }, {})).toEqual(['licence'])
    expect(await unmet({ countries: ['US'] }, {})).toEqual(['countries'])
    expect(await unmet({ domains: [] }, {})).toEqual(['domain'])
    expect(await unmet({}, { feed: 'simulator' })).toEqual(['feed'])
    expect(await unmet({}, { clockSpeed: 60 })).toEqual(['clock'])
    expect(await unmet({}, { demo: true })).toEqual(['demo'])
    expect(await unmet({}, {}, 1)).toEqual(['wallets'])
  })
})

describe("another site's rows", () => {
  const body = { reason: '점검', version: 1 }
  it.each([
    ['GET', '/api/console/site', undefined],
    ['GET', '/api/console/site/bank', undefined],
    ['POST', '/api/console/site', { ...body, changes: { name: '남의집' } }],
    ['POST', '/api/console/site/mode', { ...body, moneyMode: 'DEMO' }],
    ['POST', '/api/console/site/logo', { ...body, data: null }],
    ['POST', '/api/console/site/bank', { reason: '점검', before: null, after: {} }],
    ['POST', '/api/console/site/create', { reason: '점검' }],
    ['GET', '/api/console/site/list', undefined],
  ])('%s %s of a site that is none of his is 404', async (_method, path, sent) => {
    const answer = await (sent === undefined ? admin.get(path, 77) : admin.post(path, sent, 77))
    expect(refusal(answer)).toEqual([404, 'SITE_NOT_FOUND'])
  })

  it('also where it is there and he was taken from it', async () => {
    await server.database.run(`update staff set site_ids = '{1}' where member_id = 1101`)
    for (const path of ['/api/console/site', '/api/console/site/bank'])
      expect(refusal(await admin.get(path, 15))).toEqual([404, 'SITE_NOT_FOUND'])
    const ids = (await admin.get('/api/console/site/list')).body.content.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([1])
  })
})
