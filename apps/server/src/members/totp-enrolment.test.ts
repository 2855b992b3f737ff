import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { demoPassword } from './index.ts'

const ownPassword = 'quiet-harbour-4418'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())
// Each test starts a minute later: no code of the one before counts any more.
beforeEach(() => {
  house.wall.offset += 120_000
})

const minute = 60_000
const codeOf = (secret: string) => appCode(secret, Date.now() + house.wall.offset)
const login = (username: string, otp?: string) =>
  house.app.inject({
    method: 'POST',
    url: '/api/login?siteInfoId=1',
    payload: {
      username,
      password: username === 'partner1' ? demoPassword : ownPassword,
      ...(otp !== undefined && { otp }),
    },
  })

let members = 0

/** A member of his own for each test, so that one that is tried again finds him without an app. */
async function newMember(): Promise<string> {
  const number = String(++members).padStart(4, '0')
  const body = { name: '김보안', nick: `보안${number}`, phone: `010-8000-${number}`, password: ownPassword }
  const username = `secure${number}`
  const payload = { ...body, username }
  const answer = await house.app.inject({ method: 'POST', url: '/api/player?siteInfoId=1', payload })
  expect(answer.statusCode).toBe(200)
  return username
}

/** The calls of a member who has just signed in. */
async function signedIn(username: string, otp?: string) {
  const { accessToken } = (await login(username, otp)).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  const post = async (path: string, payload: object = {}) => {
    const answer = await house.app.inject({ method: 'POST', url: `/api/user/totp/${path}`, payload, headers })
    return { status: answer.statusCode, code: answer.json().code, body: answer.json() }
  }
  const security = async () => (await house.app.inject({ url: '/api/user/security', headers })).json()
  return { post, security }
}

async function enrolled(): Promise<{ username: string; secret: string; codes: string[] }> {
  const username = await newMember()
  const { post } = await signedIn(username)
  const { secret } = (await post('start')).body
  const { recoveryCodes } = (await post('confirm', { otp: codeOf(secret) })).body
  house.wall.offset += minute
  return { username, secret, codes: recoveryCodes }
}

test('an app is enrolled by its first code: sign-in asks for one from then on, and no code counts twice', async () => {
  const username = await newMember()
  const { post, security } = await signedIn(username)
  expect(await security()).toMatchObject({
    passwordChangedAt: null,
    totp: { isOn: false, changedAt: null, recoveryLeft: 0 },
  })
  const { secret, uri, expiresAt } = (await post('start')).body
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(uri)).toMatch(new RegExp(`^otpauth://totp/.+:${username}\\?.*secret=${secret}`))
  expect(expiresAt - (Date.now() + house.wall.offset)).toBeGreaterThan(9 * minute)
  expect((await login(username)).statusCode).toBe(200)

  const confirmed = await post('confirm', { otp: codeOf(secret) })
  expect(confirmed.body.recoveryCodes).toHaveLength(10)
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  expect((await security()).totp).toMatchObject({ isOn: true, recoveryLeft: 10 })

  const without = await login(username)
  expect([without.statusCode, without.json().code]).toEqual([403, 'STEP_UP_REQUIRED'])
  expect((await login(username, codeOf(secret))).json().code).toBe('OTP_MISMATCH')
  house.wall.offset += minute
  expect((await login(username, '000000')).json().code).toBe('OTP_MISMATCH')
  expect((await login(username, codeOf(secret))).statusCode).toBe(200)
})

test('a recovery code signs in once, in any form, and ten new ones end the old', async () => {
  const { username, secret, codes } = await enrolled()
  expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect((await login(username, codes[0]!.toLowerCase().replace('-', ''))).statusCode).toBe(200)
  expect((await login(username, codes[0])).json().code).toBe('OTP_MISMATCH')
  const { post, security } = await signedIn(username, codes[1])
  expect((await security()).totp.recoveryLeft).toBe(8)
  const renewed = await post('recovery', { otp: codeOf(secret) })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await login(username, codes[2])).json().code).toBe('OTP_MISMATCH')
  expect((await login(username, renewed.body.recoveryCodes[0])).statusCode).toBe(200)
})

test('of several who come at once with one code, of the app or a recovery code, one is let in', async () => {
  const { username, secret, codes } = await enrolled()
  for (const code of [codeOf(secret), codes[0]!]) {
    const answers = await Promise.all([1, 2, 3].map(() => login(username, code)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])
    expect((await login(username, code)).json().code).toBe('OTP_MISMATCH')
  }
})

test('an earlier code than the last one that counted is none, nor is one with spaces or of another script', async () => {
  const { username, secret } = await enrolled()
  const before = codeOf(secret)
  house.wall.offset += minute / 2
  expect((await login(username, codeOf(secret))).statusCode).toBe(200)
  expect((await login(username, before)).json().code).toBe('OTP_MISMATCH')
  house.wall.offset += minute
  const next = codeOf(secret)
  const fullWidth = [...next].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  for (const typed of [`${next.slice(0, 3)} ${next.slice(3)}`, fullWidth])
    expect((await login(username, typed)).json().code).toBe('INVALID_REQUEST')
  expect((await login(username, next)).statusCode).toBe(200)
})

test('recovery codes of one member open nobody else’s account, and are stored as keyed hashes only', async () => {
  const { codes } = await enrolled()
  const other = await enrolled()
  expect((await login(other.username, codes[0])).json().code).toBe('OTP_MISMATCH')
  const rows = await house.database.run("select encode(code_hash, 'escape') as hash from recovery_code")
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
})

test('an app is removed by its code or a recovery code only; then the password alone signs in', async () => {
  const { username, secret, codes } = await enrolled()
  const { post, security } = await signedIn(username, codeOf(secret))
  expect((await post('start')).code).toBe('INVALID_REQUEST')
  expect((await post('disable', { otp: '000000' })).code).toBe('OTP_MISMATCH')
  expect((await post('disable', { otp: codes[0] })).status).toBe(200)
  expect((await security()).totp).toMatchObject({ isOn: false, recoveryLeft: 0 })
  expect((await login(username)).statusCode).toBe(200)
  expect((await post('disable', { otp: codes[1] })).code).toBe('INVALID_REQUEST')
})

test('whoever removes an app may end all other sessions with it, and they stay where he does not ask for it', async () => {
  for (const endOtherSessions of [undefined, false, true]) {
    const { username, codes } = await enrolled()
    const { post } = await signedIn(username, codes[0])
    const other = (await login(username, codes[1])).json()
    expect((await post('disable', { otp: codes[2], endOtherSessions })).status).toBe(200)
    const payload = { refreshToken: other.refreshToken }
    const answer = await house.app.inject({ method: 'POST', url: '/api/login?siteInfoId=1', payload })
    expect(answer.statusCode).toBe(endOtherSessions === true ? 401 : 200)
    expect((await post('start')).status).toBe(200)
  }
})

test('ten minutes after sign-in the password is asked for again, and guesses at it count as failed sign-ins', async () => {
  const { post } = await signedIn(await newMember())
  house.wall.offset += 11 * minute
  expect((await post('start')).code).toBe('STEP_UP_REQUIRED')
  expect((await post('start', { password: 'wrong-password' })).code).toBe('LOGIN_FAILED')
  expect((await post('start', { password: ownPassword })).status).toBe(200)
})

test('a shown secret ends with ten minutes, a newer one, or five wrong codes', async () => {
  const { post } = await signedIn(await newMember())
  const first = (await post('start')).body.secret
  const second = (await post('start')).body.secret
  expect((await post('confirm', { otp: codeOf(first) })).code).toBe('OTP_MISMATCH')
  house.wall.offset += 11 * minute
  expect((await post('confirm', { otp: codeOf(second) })).code).toBe('OTP_EXPIRED')
  const third = (await post('start', { password: ownPassword })).body.secret
  const wrong = codeOf(first) === codeOf(third) ? '000000' : codeOf(first)
  for (let tries = 1; tries < 5; tries++) expect((await post('confirm', { otp: wrong })).code).toBe('OTP_MISMATCH')
  expect((await post('confirm', { otp: wrong })).code).toBe('OTP_TRIES')
  expect((await post('confirm', { otp: codeOf(third) })).code).toBe('OTP_EXPIRED')
})

test('two confirmations at once enrol once, and only one gets codes', async () => {
  const username = await newMember()
  const { post } = await signedIn(username)
  const { secret } = (await post('start')).body
  const otp = codeOf(secret)
  const answers = await Promise.all([post('confirm', { otp }), post('confirm', { otp })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const codes = answers.find(({ status }) => status === 200)!.body.recoveryCodes
  expect((await login(username, codes[0])).statusCode).toBe(200)
})

test('a partner always signs in with a code: his app cannot be removed', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const { post } = await signedIn('partner1', codeOf(secret))
  house.wall.offset += minute
  expect((await post('disable', { otp: codeOf(secret) })).code).toBe('PERMISSION_DENIED')
})

test('codes of other forms are refused before anything is asked', async () => {
  const { post } = await signedIn(await newMember())
  for (const otp of ['12345', '1234567', 'abcdef', '', 'IIIII-LLLLL', '1'.repeat(200)])
    expect((await post('disable', { otp })).status).toBe(400)
})
