import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'
import { startDispatcher } from '../outgoing/dispatcher.ts'
import { Messages, mailCourier, smsCourier } from '../outgoing/index.ts'
import { createWorker } from '../outgoing/worker.ts'
import { type ProviderRoom, registerProviders } from '../providers/index.ts'
import { spreadExclusions } from './exclusions.ts'
import { maskName } from './identity.ts'

/** Identity, mails and messages to phones over the real sandbox: signed calls, webhooks and SMTP. */
let sandbox: TestSandbox
let house: HttpHouse
let room: ProviderRoom
let stopCalls: () => Promise<void>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await startHttp({
    rates: unlimited,
    before: (app, deps) => {
      room = registerProviders(app, deps, sandbox.sandbox)
      room.facts.on('identity', (fact) => house.members.identity.take(fact))
    },
  })
  sandbox.tell(await house.app.listen({ host: '127.0.0.1', port: 0 }))
  const { db, bus, clocks, config } = house.deps
  const messages = new Messages(config.tokenSecret, bus, clocks.wall)
  const url = `smtp://127.0.0.1:${sandbox.sandbox.smtpPort}`
  const couriers = {
    mail: mailCourier({ url, from: config.mailFrom, tls: null }, messages),
    sms: smsCourier(room.providers, messages),
    'provider-call': house.members.identity.courier(room.providers),
  }
  const log = pino({ level: 'silent' })
  const worker = createWorker({ db, couriers, now: clocks.wall, log, metrics: new Registry() })
  const connection = house.database.core
  const dispatcher = await startDispatcher({ db, connection, siteGroup: 'main', bus, worker, now: clocks.wall, log })
  stopCalls = async () => {
    await dispatcher.stop()
    await worker.stop()
    couriers.mail.close()
  }
})
afterAll(async () => {
  await stopCalls()
  await house.close()
  sandbox.stop()
})

let count = 0
const newForm = (more: object = {}) => {
  count += 1
  const tail = String(count).padStart(4, '0')
  const form = { username: `person${count}`, password: 'lantern-orbit-7', name: '가나다', nick: `사람${count}` }
  return { ...form, phone: `010-4000-${tail}`, ...more }
}
const inject = async (method: 'GET' | 'POST', path: string, { body, token, site = 1 }: Sent = {}) => {
  const [url, query] = path.split('?')
  const answer = await house.app.inject({
    method,
    url: `${url}?siteInfoId=${site}${query === undefined ? '' : `&${query}`}`,
    ...(body === undefined ? {} : { payload: body }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
interface Sent {
  readonly body?: object
  readonly token?: string
  readonly site?: number
}

interface Proven {
  readonly name: string
  readonly birthDate: string
  readonly phone: string
}
const somebody = (n: number): Proven => ({
  name: '홍길동',
  birthDate: '1988-03-04',
  phone: `010-7000-${String(n).padStart(4, '0')}`,
})

/** Goes through the provider's page as a person; gives the key and what became of the check. */
async function prove(person: Proven | null, sent: Sent = {}) {
  const begun = await inject('GET', '/api/certi/nice_id', sent)
  expect(begun.status).toBe(200)
  const { url, key } = begun.body as { url: string; key: string }
  await sandbox.press(new URL(url).pathname, person === null ? { refused: '1' } : { ...person })
  const outcome = await vi.waitFor(
    async () => {
      const answer = await inject('POST', '/api/certi/nice_result', { ...sent, body: { key } })
      expect(answer.body.state).not.toBe('WAITING')
      return answer.body
    },
    { timeout: 60_000, interval: 50 },
  )
  return { key, outcome }
}

const signup = (body: object, site = 1) => inject('POST', '/api/player', { body, site })

describe('an identity', () => {
  it('that a guest proves signs him up under his verified name', async () => {
    const { key, outcome } = await prove(somebody(1))
    expect(outcome).toEqual({ state: 'VERIFIED', name: '홍*동', code: null })
    const form = newForm({ identityKey: key })
    expect((await signup(form)).status).toBe(200)
    const { user, accessToken } = await house.login(form.username, 1, form.password)
    expect(user.name).toBe('홍길동')
    const security = await inject('GET', '/api/user/security', { token: accessToken })
    expect(security.body.identity).toEqual({ value: '홍*동', verifiedAt: expect.any(Number) })
    expect((await signup(newForm({ identityKey: key }))).body.code).toBe('KYC_REQUIRED')
    const rows = JSON.stringify(await house.database.run('select * from identity_check'))
    // The year as a word of its own: within a random key it stands by chance now and then.
    expect(rows).not.toMatch(/홍길동|\b1988\b|19880304/)
  })

  it('that a member proves is his at once, and no second account of the site gets it', async () => {
    const form = newForm()
    await signup(form)
    const { accessToken: token } = await house.login(form.username, 1, form.password)
    expect((await prove(somebody(2), { token })).outcome.state).toBe('VERIFIED')
    expect((await inject('GET', '/api/me', { token })).body.name).toBe('홍길동')
    expect((await prove(somebody(2))).outcome).toEqual({ state: 'REFUSED', name: null, code: 'IDENTITY_DUPLICATE' })
    // Another site is another house.
    expect((await prove(somebody(2), { site: 15 })).outcome.state).toBe('VERIFIED')
  })

  it('that two sign-ups use at once is the first one’s', async () => {
    const [one, other] = [await prove(somebody(3)), await prove(somebody(3))]
    const answers = await Promise.all([one, other].map(({ key }) => signup(newForm({ identityKey: key }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('IDENTITY_DUPLICATE')
  })

  it('of a minor, and one that was given up, is refused', async () => {
    const minor = { ...somebody(4), birthDate: '2015-01-01' }
    expect((await prove(minor)).outcome).toEqual({ state: 'REFUSED', name: null, code: 'UNDERAGE' })
    const { key, outcome } = await prove(null)
    expect(outcome).toEqual({ state: 'REFUSED', name: null, code: 'KYC_REQUIRED' })
    expect((await signup(newForm({ identityKey: key }))).body.code).toBe('KYC_REQUIRED')
  })

  it('leads back to this host alone, and its outcome is told to its own caller', async () => {
    for (const host of ['evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect((await inject('GET', `/api/certi/nice_id?host=${encodeURIComponent(host)}`)).body.code).toBe(
        'INVALID_REQUEST',
      )
    const { key } = await prove(somebody(5))
    const { accessToken: token } = await house.login('demo1')
    expect((await inject('POST', '/api/certi/nice_result', { body: { key }, token })).body.code).toBe('OTP_EXPIRED')
    expect((await inject('POST', '/api/certi/nice_result', { body: { key }, site: 15 })).body.code).toBe('OTP_EXPIRED')
  })
})

describe('a self-exclusion', () => {
  it('holds on every account of the person, on all sites, and for new ones', async () => {
    const person = somebody(6)
    const accounts = []
    for (const site of [1, 15]) {
      const form = newForm({ identityKey: (await prove(person, { site })).key })
      expect((await signup(form, site)).status).toBe(200)
      accounts.push({ site, token: (await house.login(form.username, site, form.password)).accessToken })
    }
    const [first, second] = accounts
    await inject('POST', '/api/limit/self_exclude', { body: { period: '1y' }, ...first })
    const [mine, other] = await Promise.all(accounts.map((one) => inject('GET', '/api/limit/my', one)))
    expect(mine?.body.selfExcludedUntil).toEqual(expect.any(Number))
    expect(Math.abs(other?.body.selfExcludedUntil - mine?.body.selfExcludedUntil)).toBeLessThan(86_400_000)
    expect(second?.site).toBe(15)
    expect((await prove(person, { site: 33 })).outcome).toEqual({ state: 'REFUSED', name: null, code: 'SELF_EXCLUDED' })
    // Nothing is left to do, and nobody is excluded for longer.
    expect(await spreadExclusions(house.deps)).toBe(0)
  })
})

describe('a code', () => {
  it('reaches the sandbox as a message to a phone and as a mail', async () => {
    const [phone, address] = ['010-4999-0001', 'reader@maru.example']
    await inject('POST', '/api/certi/certificate_phone', { body: { certificateValue: phone } })
    await inject('POST', '/api/certi/certificate_email', { body: { certificateValue: address } })
    await vi.waitFor(
      async () => {
        const messages = await sandbox.messages()
        expect(messages.find(({ to }) => to === phone)).toMatchObject({
          kind: 'sms',
          text: expect.stringMatching(/\d{6}/),
        })
        expect(messages.find(({ to }) => to === address)).toMatchObject({
          kind: 'mail',
          text: expect.stringMatching(/인증번호는 \d{6}/),
        })
      },
      { timeout: 60_000, interval: 100 },
    )
  })
})

it('masks the middle of a name', () => {
  expect(['홍길동', '김산', '남궁민수'].map(maskName)).toEqual(['홍*동', '김*', '남**수'])
})
