import { randomUUID } from 'node:crypto'
import { createConnection } from 'node:net'
import type { CallKind, ProviderName, WebhookKind } from '@maru/provider-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'
import { type ProviderFact, type ProviderRoom, registerProviders } from './index.ts'
import type { Provider } from './port.ts'

let sandbox: TestSandbox
let house: HttpHouse
let room: ProviderRoom
const facts: ProviderFact[] = []

beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await startHttp({
    before: (app, deps) => {
      room = registerProviders(app, deps, sandbox.sandbox)
      for (const kind of ['deposit', 'coin', 'payout', 'identity', 'p2p', 'member'] satisfies WebhookKind[])
        room.facts.on(kind, async (fact) => {
          facts.push(fact as unknown as ProviderFact)
          return null
        })
    },
  })
  sandbox.tell(await house.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await house.close()
  sandbox.stop()
})
afterEach(() => sandbox.behave(null, { calls: 'normal', webhooks: 'normal', delayMs: '0', paysItself: '1' }))

const providerOf = async (name: ProviderName): Promise<Provider> => (await room.providers.of(1, name))!
const member = 'm-1-1001'
const bank = { bank: { bank: '004', number: '110-1234-5678', holder: '김마루' } }

/** Every call of the specification as the protocol carries it, by provider. */
const specified = {
  'deposit account': [
    'bank',
    'payment',
    { member, payer: '김마루', amount: '50000', currency: 'KRW', method: 'account' },
  ],
  'coin address': ['coin', 'payment', { member, currency: 'BTC', network: 'bitcoin', method: 'address' }],
  'withdrawal to a bank': ['bank', 'payout', { member, amount: '499000', currency: 'KRW', to: bank }],
  'withdrawal of coins': [
    'coin',
    'payout',
    { member, amount: '0.01', currency: 'BTC', to: { coin: { coin: 'BTC', network: 'bitcoin', address: 'bc1qtest' } } },
  ],
  'paykiwoom/chk_coin': ['paykiwoom', 'register', { member, onlyCheck: true }],
  'paykiwoom/signup': ['paykiwoom', 'register', { member, value: '010-1234-5678', onlyCheck: false }],
  'paykiwoom/sendCoin': ['paykiwoom', 'payment', { member, amount: '30000', currency: 'KRW', method: 'charge' }],
  'dh-safety/signup': ['dh-safety', 'payment', { member, amount: '30000', currency: 'KRW', method: 'charge' }],
  'paycoin/chk_player': ['paycoin', 'register', { member, onlyCheck: true }],
  'paycoin/signup': ['paycoin', 'register', { member, onlyCheck: false }],
  'paycoin/sendCoin': ['paycoin', 'payment', { member, amount: '30000', currency: 'KRW', method: 'charge' }],
  'bitdex/chk_coin': ['bitdex', 'register', { member, onlyCheck: true }],
  'bitdex/sendCoin': ['bitdex', 'payment', { member, amount: '30000', currency: 'KRW', method: 'charge' }],
  'bitdex/sellCoin': ['bitdex', 'payout', { member, amount: '25', currency: 'USDT', to: { member } }],
  'P2P purchase': [
    'p2p',
    'p2p',
    { member, merchant: 'mer-1', side: 'BUY', won: '100000', amount: '70', currency: 'USDT', step: 'open' },
  ],
  'certi/nice_id': ['nice', 'identity', { member, returnUrl: 'http://127.0.0.1:3000/more' }],
  'certificate by SMS': ['sms', 'sms', { to: '010-1234-5678', text: '인증번호 123456' }],
} as const

const calls = Object.entries(specified).map(([title, [name, kind, body]]) => ({
  title,
  name,
  kind: kind as CallKind,
  body,
}))

function newCall({ kind, body }: (typeof calls)[number]) {
  const idempotencyKey = randomUUID()
  const reference = ['register', 'sms'].includes(kind) ? {} : { reference: `ref-${idempotencyKey}` }
  return { idempotencyKey, body: { ...body, ...reference } as never }
}

describe.each(calls)('$title ($name $kind)', (row) => {
  const { name, kind } = row
  const taken = expect.stringMatching(/^(PENDING|DONE)$/)

  test('is taken over; a repeat says the same, and another body under the key is not believed', async () => {
    const provider = await providerOf(name)
    const { idempotencyKey, body } = newCall(row)
    const first = await provider.call(kind, body, { idempotencyKey })
    expect(first).toMatchObject({ outcome: taken, providerRef: expect.any(String) })
    const again = await provider.call(kind, body, { idempotencyKey })
    expect(again.providerRef).toBe(first.providerRef)
    const other = await provider.call(kind, { ...(body as object), amount: '1', text: 'x', member: 'm-2' } as never, {
      idempotencyKey,
    })
    expect(other).toMatchObject({ outcome: 'UNKNOWN', detail: 'answer 409: IDEMPOTENCY_KEY_REUSED' })
  })

  test('refused is FAILED, and its status says so too', async () => {
    await sandbox.behave(name, { calls: 'refuse' })
    const provider = await providerOf(name)
    const { idempotencyKey, body } = newCall(row)
    const failed = { outcome: 'FAILED', detail: '샌드박스가 거절했습니다' }
    expect(await provider.call(kind, body, { idempotencyKey })).toMatchObject(failed)
    expect(await provider.status(kind, idempotencyKey)).toMatchObject(failed)
  })

  test.each(['silent', 'unsigned'])(
    'taken over with an answer that is %s is UNKNOWN, and the status resolves it',
    async (mode) => {
      await sandbox.behave(name, { calls: mode })
      const provider = await providerOf(name)
      const { idempotencyKey, body } = newCall(row)
      expect(await provider.call(kind, body, { idempotencyKey })).toMatchObject({
        outcome: 'UNKNOWN',
        providerRef: null,
      })
      expect(await provider.status(kind, idempotencyKey)).toMatchObject({ outcome: taken })
    },
  )

  test('that never got through is UNKNOWN, then ABSENT, and goes through under the same key', async () => {
    await sandbox.behave(name, { calls: 'broken' })
    const provider = await providerOf(name)
    const { idempotencyKey, body } = newCall(row)
    expect(await provider.call(kind, body, { idempotencyKey })).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await provider.status(kind, idempotencyKey)).toBe('ABSENT')
    await sandbox.behave(name, { calls: 'normal' })
    expect(await provider.call(kind, body, { idempotencyKey })).toMatchObject({ outcome: taken })
  })
})

const told = (reference: string) =>
  facts.filter((fact) => 'reference' in fact.told && fact.told.reference === reference)
const stored = (reference: string) =>
  house.database.run(`select * from provider_event where body->>'reference' = $1`, [reference])

async function askForDeposit(): Promise<string> {
  const bankOfSite = await providerOf('bank')
  const { idempotencyKey, body } = newCall(calls[0]!)
  await bankOfSite.call('payment', body, { idempotencyKey })
  return `ref-${idempotencyKey}`
}

describe('a deposit that is paid', () => {
  test('is told, stored and taken over', async () => {
    const reference = await askForDeposit()
    await expect
      .poll(() => told(reference))
      .toMatchObject([
        { provider: 'bank', siteId: 1, told: { kind: 'deposit', amount: '50000', payer: { name: '김마루' } } },
      ])
  })

  test('and told twice counts once', async () => {
    await sandbox.behave('bank', { webhooks: 'twice' })
    const reference = await askForDeposit()
    await expect.poll(() => told(reference)).toHaveLength(1)
    const page = async () => (await (await fetch(sandbox.sandbox.url)).text()).split(reference).length
    await expect.poll(page).toBeGreaterThan(3) // its call and both webhooks
    expect(await stored(reference)).toHaveLength(1)
    expect(told(reference)).toHaveLength(1)
  })

  test('and told late is taken over all the same', async () => {
    await sandbox.behave('bank', { webhooks: 'late' })
    const reference = await askForDeposit()
    await expect.poll(() => told(reference)).toHaveLength(1)
  })

  test.each(['unsigned', 'wrong-key'])(
    'and told %s is refused and not stored; told again properly it counts',
    async (webhooks) => {
      await sandbox.behave('bank', { webhooks })
      const reference = await askForDeposit()
      await expect
        .poll(async () =>
          /→ bank · webhook <span[^>]*>[^<]*· 401/.test(await (await fetch(sandbox.sandbox.url)).text()),
        )
        .toBe(true)
      expect(await stored(reference)).toEqual([])
      await sandbox.behave('bank', { webhooks: 'normal' })
      await expect.poll(() => told(reference)).toHaveLength(1)
    },
  )

  test('of another amount is a fact with that amount', async () => {
    await sandbox.behave('bank', { webhooks: 'amount' })
    const reference = await askForDeposit()
    await expect.poll(() => told(reference)).toMatchObject([{ told: { amount: '50001' } }])
  })

  test('and never told stands in the statement and answers a pull', async () => {
    await sandbox.behave('bank', { webhooks: 'lost' })
    const provider = await providerOf('bank')
    const reference = await askForDeposit()
    const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
    const lineOf = async () =>
      (await provider.statement(day, 'KRW'))?.lines.find((line) => line.reference === reference)
    await expect.poll(lineOf).toMatchObject({ kind: 'deposit', amount: '50000' })
    const { providerRef } = (await lineOf())!
    expect(await provider.confirmation(providerRef)).toMatchObject({ amount: '50000', reference, state: 'FINAL' })
    expect(await provider.confirmation('nothing')).toBe('ABSENT')
    expect(told(reference)).toEqual([])
  })

  test('when the button is pressed', async () => {
    await sandbox.behave('bank', { paysItself: '' })
    const reference = await askForDeposit()
    for (let press = 0; press < 2; press++)
      await sandbox.press('/payments/pay', { key: `1 bank ${reference.slice('ref-'.length)}` })
    await expect.poll(() => told(reference)).toHaveLength(1)
  })
})

test('coins are told from their first sight on, and gone after a reorganisation', async () => {
  const before = facts.length
  const provider = await providerOf('coin')
  const { idempotencyKey, body } = newCall(calls[1]!)
  const { result } = await provider.call('payment', body, { idempotencyKey })
  expect(result).toMatchObject({ address: { coin: 'BTC', network: 'bitcoin' } })
  const other = await provider.call('payment', newCall(calls[1]!).body, { idempotencyKey: randomUUID() })
  expect(other.result).toEqual(result)
  await sandbox.press('/payments/coins', { key: `1 coin ${idempotencyKey}`, amount: '0.25' })
  const coins = () =>
    facts.slice(before).flatMap(({ told }) => (told.kind === 'coin' && told.amount === '0.25' ? [told] : []))
  await expect
    .poll(() => coins().map(({ confirmations }) => confirmations))
    .toEqual(expect.arrayContaining([0, 1, 6, 130]))
  const providerRef = `${coins()[0]?.txid}:0`
  await sandbox.press('/coins/forget', { providerRef })
  await expect
    .poll(() => coins().filter(({ reorged }) => reorged))
    .toEqual([expect.objectContaining({ confirmations: 0 })])
  expect(await provider.confirmation(providerRef)).toMatchObject({ state: 'REVERSED' })
})

test('a payout is told when it is done, and when it comes back', async () => {
  const provider = await providerOf('bank')
  const row = calls.find(({ title }) => title === 'withdrawal to a bank')!
  const { idempotencyKey, body } = newCall(row)
  expect(await provider.call('payout', body, { idempotencyKey })).toMatchObject({ outcome: 'PENDING' })
  const states = () =>
    facts.flatMap(({ told }) => (told.kind === 'payout' && told.idempotencyKey === idempotencyKey ? [told.state] : []))
  await expect.poll(states).toEqual(['DONE'])
  expect(await provider.status('payout', idempotencyKey)).toMatchObject({ outcome: 'DONE' })
  await sandbox.press('/payouts/return', { key: `1 bank ${idempotencyKey}` })
  await expect.poll(states).toEqual(['DONE', 'RETURNED'])
})

test('who proves who he is gets the same person hash each time; who gives up is told as nobody', async () => {
  const provider = await providerOf('nice')
  const row = calls.find(({ kind }) => kind === 'identity')!
  const proven = { name: '김마루', birthDate: '1990-01-01', phone: '010-1234-5678' }
  const references: string[] = []
  for (const form of [proven, { ...proven, phone: '01012345678' }, { refused: '1' }]) {
    const { idempotencyKey, body } = newCall(row)
    const { result } = await provider.call('identity', body, { idempotencyKey })
    const page = new URL((result as { url: string }).url)
    expect(await (await fetch(page)).text()).toContain('본인인증')
    await sandbox.press(page.pathname, form as Record<string, string>)
    references.push(`ref-${idempotencyKey}`)
  }
  await expect.poll(() => references.map((reference) => told(reference).length)).toEqual([1, 1, 1])
  const verified = references.map((reference) => {
    const fact = told(reference)[0]?.told
    return fact?.kind === 'identity' ? fact.verified : undefined
  })
  expect(verified[0]).toMatchObject(proven)
  expect(verified[1]?.personHash).toBe(verified[0]?.personHash)
  expect(verified[2]).toBeNull()
})

test('a merchant releases what was paid', async () => {
  const provider = await providerOf('p2p')
  const row = calls.find(({ kind }) => kind === 'p2p')!
  const { idempotencyKey, body } = newCall(row)
  expect((await provider.call('p2p', body, { idempotencyKey })).result).toMatchObject({ memo: expect.any(String) })
  await provider.call('p2p', { ...(body as object), step: 'paid' } as never, { idempotencyKey: randomUUID() })
  await expect.poll(() => told(`ref-${idempotencyKey}`)).toMatchObject([{ told: { kind: 'p2p', state: 'RELEASED' } }])
})

test('codes by SMS and by mail are read at the sandbox, newest first', async () => {
  const provider = await providerOf('sms')
  const sms = { to: '010-1234-5678', text: '인증번호 654321' }
  await provider.call('sms', sms, { idempotencyKey: randomUUID() })
  expect((await sandbox.messages())[0]).toMatchObject({ kind: 'sms', ...sms })
  await sendMail(sandbox.sandbox.smtpPort, [
    'Subject: =?utf-8?B?66eI66OoIOyduOymneuyiO2YuA==?=',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('인증번호는 111222 입니다.').toString('base64'),
  ])
  const [mail] = await sandbox.messages()
  expect(mail).toMatchObject({
    kind: 'mail',
    to: 'demo1@example.com',
    text: '마루 인증번호\n인증번호는 111222 입니다.',
  })
})

test('a page opens by its signed link, for its member, until it expires', async () => {
  const provider = await providerOf('bitdex')
  const { url, expiresAt } = provider.link('charge', { member }, '192.0.2.7')
  expect(expiresAt).toBeGreaterThan(Date.now())
  const answer = await fetch(url)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(member)])
  expect((await fetch(url.replace(member, 'm-1-1002'))).status).toBe(403)
})

test('pages of a sandbox on all addresses open where the browser opened the product, and nowhere by a name', async () => {
  const everywhere = await startTestSandbox('0.0.0.0')
  let wide!: ProviderRoom
  const other = await startHttp({
    before: (app, deps) => {
      wide = registerProviders(app, deps, everywhere.sandbox)
    },
  })
  try {
    const provider = (await wide.providers.of(1, 'bitdex'))!
    const seen = provider.link('charge', { member }, '127.0.0.2').url
    expect([new URL(seen).hostname, (await fetch(seen)).status]).toEqual(['127.0.0.2', 200])
    expect(new URL(provider.link('charge', { member }, 'evil.example').url).hostname).toBe('127.0.0.1')
    const nice = (await wide.providers.of(1, 'nice'))!
    const body = { reference: randomUUID(), returnUrl: 'http://127.0.0.2:3000/register?identity=done' }
    const { result } = await nice.call('identity', body, { idempotencyKey: randomUUID() })
    expect([new URL(result!.url).hostname, (await fetch(result!.url)).status]).toEqual(['127.0.0.2', 200])
  } finally {
    await other.close()
    everywhere.stop()
  }
})

test('a sandbox that dies is started again on its ports, and plays on', async () => {
  const provider = await providerOf('sms')
  sandbox.kill()
  const send = () => provider.call('sms', { to: '010-1234-5678', text: 'again' }, { idempotencyKey: randomUUID() })
  await expect.poll(async () => (await send()).outcome).toBe('DONE')
  await expect.poll(async () => (await sandbox.messages()).some(({ text }) => text === 'again')).toBe(true)
})

async function sendMail(port: number, lines: readonly string[]): Promise<void> {
  const socket = createConnection(port, '127.0.0.1').setEncoding('utf8')
  const replies = socket[Symbol.asyncIterator]()
  await replies.next()
  for (const line of ['EHLO test', 'MAIL FROM:<maru@example.com>', 'RCPT TO:<demo1@example.com>', 'DATA']) {
    socket.write(`${line}\r\n`)
    await replies.next()
  }
  socket.write(`${lines.join('\r\n')}\r\n.\r\n`)
  await replies.next()
  socket.end('QUIT\r\n')
}
