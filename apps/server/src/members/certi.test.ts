import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { codeFor, inbox } from '../../test/inbox.ts'
import { memberByUsername } from './store.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())
beforeEach(() => house.database.run('delete from code_sent'))

let count = 0
const newPhone = () => {
  count += 1
  return `010-3000-${String(count).padStart(4, '0')}`
}
const post = async (path: string, payload: object, token?: string, site = 1) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await house.app.inject({ method: 'POST', url: `${path}?siteInfoId=${site}`, payload, headers })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const askPhone = (certificateValue: string, more: object = {}, site = 1) =>
  post('/api/certi/certificate_phone', { certificateValue, ...more }, undefined, site)
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const code = (phone: string) => codeFor(house.database, phone)

async function proofOf(phone: string): Promise<string> {
  const asked = await askPhone(phone)
  const answer = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode: await code(phone) })
  expect(answer.status).toBe(200)
  return answer.body.proof
}

/** Why nothing leaves a member's wallets now. */
const holdsOf = async (memberId: number) =>
  (await house.database.run('select cause from member_hold where member_id = $1', [memberId])).map(
    (row) => row['cause'],
  )

async function newMember(phone = newPhone(), more: object = {}) {
  count += 1
  const form = { username: `certi${count}`, password: 'lantern-orbit-7', name: '홍길동', phone, nick: `인증${count}` }
  const answer = await post('/api/player', { ...form, ...more })
  return { ...form, answer }
}

describe('a code', () => {
  it('is sent to the number in the words of the site, and proves it once', async () => {
    const phone = newPhone()
    const asked = await askPhone(phone)
    const now = Date.now()
    expect(asked.status).toBe(200)
    expect(asked.body.expiresAt - now).toBeGreaterThan(170_000)
    expect(asked.body.resendAt - now).toBeGreaterThan(50_000)
    const [message] = (await inbox(house.database)).filter(({ to }) => to === phone)
    expect(message).toMatchObject({ kind: 'sms', siteId: 1 })
    expect(message?.text).toMatch(/^\[마루\] 본인인증 인증번호는 \d{6}입니다\./)

    const secretCode = await code(phone)
    const answer = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode, ignoreKey: true })
    expect(answer.body.proof).toMatch(/^[\w-]{43}$/)
    const again = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode })
    expect(again.body.code).toBe('OTP_EXPIRED')
    const rows = JSON.stringify(await house.database.run('select * from verification')) + house.logged()
    expect(rows).not.toContain(secretCode)
    expect(rows).not.toContain(phone)
  })

  it('goes to a mail address in English on an English site', async () => {
    const to = 'someone@maru.example'
    const asked = await post('/api/certi/certificate_email', { certificateValue: to }, undefined, 15)
    expect(asked.status).toBe(200)
    const [message] = (await inbox(house.database)).filter((one) => one.to === to)
    expect(message).toMatchObject({ kind: 'mail', siteId: 15, subject: '[Maru EN] verification code' })
    const answer = await post(
      '/api/certi/verify_email',
      { key: asked.body.key, secretCode: await code(to) },
      undefined,
      15,
    )
    expect(answer.status).toBe(200)
  })

  it('that is wrong is refused, five times; ignoreKey changes nothing', async () => {
    const phone = newPhone()
    const { key } = (await askPhone(phone)).body
    const secretCode = await code(phone)
    const verify = async (given: string, more: object = {}) =>
      (await post('/api/certi/verify_phone', { key, secretCode: given, ...more })).body.code
    const codes = []
    for (let n = 0; n < 5; n++) codes.push(await verify(wrong(secretCode), { ignoreKey: 'Y' }))
    expect(codes).toEqual([...Array(4).fill('OTP_MISMATCH'), 'OTP_TRIES'])
    expect(await verify(secretCode)).toBe('OTP_TRIES')
  })

  it('is guessed no more than five times by many at once', async () => {
    const phone = newPhone()
    const { key } = (await askPhone(phone)).body
    const secretCode = await code(phone)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post('/api/certi/verify_phone', { key, secretCode: n === 19 ? wrong(secretCode) : wrong(wrong(secretCode)) }),
      ),
    )
    const mismatches = answers.filter(({ body }) => body.code === 'OTP_MISMATCH').length
    expect(mismatches).toBe(4)
  })

  it('expires after three minutes', async () => {
    const phone = newPhone()
    const { key } = (await askPhone(phone)).body
    const secretCode = await code(phone)
    house.wall.offset += 181_000
    try {
      expect((await post('/api/certi/verify_phone', { key, secretCode })).body.code).toBe('OTP_EXPIRED')
    } finally {
      house.wall.offset = 0
    }
  })

  it('of another key, channel or site proves nothing', async () => {
    const phone = newPhone()
    const { key } = (await askPhone(phone)).body
    const secretCode = await code(phone)
    const other = { key: randomUUID(), secretCode }
    expect((await post('/api/certi/verify_phone', other)).body.code).toBe('OTP_EXPIRED')
    expect((await post('/api/certi/verify_email', { key, secretCode })).body.code).toBe('OTP_EXPIRED')
    expect((await post('/api/certi/verify_phone', { key, secretCode }, undefined, 15)).body.code).toBe('OTP_EXPIRED')
  })

  it('follows another one after a minute, in its place, and five an hour at most', async () => {
    const phone = newPhone()
    const { key } = (await askPhone(phone)).body
    const first = await code(phone)
    const early = await askPhone(phone, { key })
    expect([early.status, early.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
    try {
      for (let n = 1; n < 5; n++) {
        house.wall.offset += 61_000
        expect((await askPhone(phone, { key })).status).toBe(200)
      }
      house.wall.offset += 61_000
      expect((await askPhone(phone)).body.code).toBe('RATE_LIMITED')
      const newest = await code(phone)
      // One in a million that the two are the same.
      const old = await post('/api/certi/verify_phone', { key, secretCode: first })
      if (first !== newest) expect(old.body.code).toBe('OTP_MISMATCH')
    } finally {
      house.wall.offset = 0
    }
  })

  it('is sent once to a number that is asked for many times at once', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 8 }, () => askPhone(phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await inbox(house.database)).filter(({ to }) => to === phone)).toHaveLength(1)
  })

  it.each([
    [{ certificateValue: '010-12' }, 'INVALID_REQUEST'],
    [{}, 'INVALID_REQUEST'],
    [{ certificateValue: '010-3000-9999', key: 'x' }, 'INVALID_REQUEST'],
    [{ certificateValue: '010-3000-9999', admin: true }, 'INVALID_REQUEST'],
  ])('is not sent for %j', async (body, expected) => {
    expect((await post('/api/certi/certificate_phone', body)).body.code).toBe(expected)
  })
})

describe('sign-up', () => {
  it('with a proof of the number has it verified, and a proof counts once and for its number', async () => {
    const phone = newPhone()
    const phoneProof = await proofOf(phone)
    expect((await newMember(newPhone(), { phoneProof })).answer.body.code).toBe('OTP_EXPIRED')
    const member = await newMember(phone, { phoneProof })
    expect(member.answer.status).toBe(200)
    const { accessToken } = await house.login(member.username, 1, member.password)
    const headers = { authorization: `Bearer ${accessToken}` }
    const security = await house.app.inject({ url: '/api/user/security?siteInfoId=1', headers })
    expect(security.json()).toMatchObject({
      phone: { value: phone.replace('3000', '****'), verifiedAt: expect.any(Number) },
      email: { value: null, verifiedAt: null },
    })
    expect((await newMember(phone, { phoneProof })).answer.body.code).toBe('OTP_EXPIRED')
  })
})

describe('a signed-in member', () => {
  async function signedIn() {
    const member = await newMember()
    const { accessToken, user } = await house.login(member.username, 1, member.password)
    return { ...member, id: user.id, token: accessToken }
  }

  it('verifies his own number and address without naming the number', async () => {
    const { phone, token, id } = await signedIn()
    const asked = await post('/api/certi/certificate_phone', {}, token)
    expect(asked.status).toBe(200)
    const answer = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode: await code(phone) }, token)
    expect(answer.status).toBe(200)
    const [row] = await house.database.run('select phone_verified_at from member where id = $1', [id])
    expect(row?.['phone_verified_at']).not.toBeNull()
  })

  it('changes his number with his password only, and the number before hears of it', async () => {
    const { phone, token, id, password } = await signedIn()
    const next = newPhone()
    const ask = (more: object) => post('/api/certi/certificate_phone', { certificateValue: next, ...more }, token)
    expect((await ask({})).body.code).toBe('STEP_UP_REQUIRED')
    expect((await ask({ password: 'not-the-password' })).body.code).toBe('LOGIN_FAILED')
    const asked = await ask({ password })
    expect(asked.status).toBe(200)
    const answer = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode: await code(next) }, token)
    expect(answer.status).toBe(200)
    expect((await inbox(house.database)).filter(({ to }) => to === phone).at(-1)?.text).toMatch(/휴대폰 번호가 변경/)
    expect(
      (await post('/api/player/find_id', { phone: next, proof: await proofOfLater(next) })).body.username,
    ).not.toBeNull()
    expect(await holdsOf(id)).toEqual(['PHONE'])
  })

  it('does not take the number of another member', async () => {
    const { token, password } = await signedIn()
    const other = await newMember()
    const asked = await post('/api/certi/certificate_phone', { certificateValue: other.phone, password }, token)
    const secretCode = await code(other.phone)
    const answer = await post('/api/certi/verify_phone', { key: asked.body.key, secretCode }, token)
    expect(answer.body.code).toBe('PHONE_DUPLICATE')
  })

  it('cannot use the code of another member, nor of a guest', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const asked = await post('/api/certi/certificate_phone', {}, one.token)
    const body = { key: asked.body.key, secretCode: await code(one.phone) }
    expect((await post('/api/certi/verify_phone', body, other.token)).body.code).toBe('OTP_EXPIRED')
    expect((await post('/api/certi/verify_phone', body)).body.code).toBe('OTP_EXPIRED')
  })
})

/** As proofOf, for a number that got a code just now. */
async function proofOfLater(phone: string): Promise<string> {
  await house.database.run('delete from code_sent')
  return proofOf(phone)
}

describe('finding a username', () => {
  it('tells it, masked, to the holder of the number alone', async () => {
    const { phone, username } = await newMember()
    const proof = await proofOf(phone)
    const answer = await post('/api/player/find_id', { phone, proof })
    expect(answer.body).toEqual({
      username: `${username.slice(0, 2)}${'*'.repeat(username.length - 4)}${username.slice(-2)}`,
    })
    expect((await post('/api/player/find_id', { phone, proof })).body.code).toBe('OTP_EXPIRED')
    const stranger = newPhone()
    expect((await post('/api/player/find_id', { phone, proof: await proofOf(stranger) })).body.code).toBe('OTP_EXPIRED')
    const nobody = newPhone()
    expect((await post('/api/player/find_id', { phone: nobody, proof: await proofOf(nobody) })).body).toEqual({
      username: null,
    })
  })
})

describe('a forgotten password', () => {
  const find = (body: object) => post('/api/player/find_pw', body)

  it('is replaced by a code to the number of the account, which ends its sessions and is told', async () => {
    const { username, phone, password } = await newMember()
    const { accessToken, user } = await house.login(username, 1, password)
    const asked = await find({ username, phone })
    expect(Object.keys(asked.body).sort()).toEqual(['expiresAt', 'key', 'resendAt'])
    const secretCode = await code(phone)
    const next = 'harbour-violet-91'
    const body = { username, phone, key: asked.body.key, secretCode, password: next }
    expect((await find({ ...body, secretCode: wrong(secretCode) })).body.code).toBe('OTP_MISMATCH')
    expect((await find({ ...body, password: 'password12' })).body.code).toBe('PASSWORD_TOO_WEAK')
    expect((await find(body)).body).toEqual({ ok: true })
    expect((await find(body)).body.code).toBe('OTP_EXPIRED')
    await house.login(username, 1, next)
    await expect(house.login(username, 1, password)).rejects.toThrow(/LOGIN_FAILED/)
    const me = await house.app.inject({
      url: '/api/me?siteInfoId=1',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(me.statusCode).toBe(401)
    expect((await inbox(house.database)).filter(({ to }) => to === phone).at(-1)?.text).toMatch(/비밀번호가 변경/)
    expect(await holdsOf(user.id)).toEqual(['PASSWORD'])
  })

  it('answers alike where the two do not belong together, and no code leaves', async () => {
    const { username } = await newMember()
    for (const [name, phone] of [
      [username, newPhone()],
      ['nobody_here', newPhone()],
      ['admin', '010-0000-1101'],
    ] as const) {
      const asked = await find({ username: name, phone })
      expect([asked.status, Object.keys(asked.body).sort()]).toEqual([200, ['expiresAt', 'key', 'resendAt']])
      expect((await inbox(house.database)).filter(({ to }) => to === phone)).toEqual([])
      const { key } = asked.body
      const tried = await find({ username: name, phone, key, secretCode: '123456', password: 'harbour-violet-91' })
      expect(tried.body.code).toBe('OTP_MISMATCH')
      expect((await find({ username: name, phone })).body.code).toBe('RATE_LIMITED')
    }
  })

  it('is not replaced without the code of an enrolled app, and a code for another account is none', async () => {
    const phone = '010-0000-1104'
    const asked = await find({ username: 'partner1', phone })
    const body = { username: 'partner1', phone, key: asked.body.key, password: 'harbour-violet-91' }
    const secretCode = await code(phone)
    expect((await find({ ...body, secretCode })).body.code).toBe('STEP_UP_REQUIRED')
    expect((await find({ ...body, secretCode, otp: '000000' })).body.code).toBe('OTP_MISMATCH')
    const other = await newMember()
    const stolen = { ...body, username: other.username, phone: other.phone, secretCode }
    expect((await find(stolen)).body.code).toBe('OTP_MISMATCH')
  })
})

describe('a code for money out', () => {
  const keyOf = () => randomUUID()
  const rowOf = async (username: string) => {
    const row = await house.deps.db.tenant(1, (tx) => memberByUsername(tx, 1, username))
    if (row === null) throw new Error(`${username} is not there`)
    return row
  }
  const prove = async (username: string, key: string, given?: string) =>
    house.members.secondFactor.checkMoneyOut(await rowOf(username), key, given).then(
      () => 'proved',
      (error: { code?: string }) => error.code,
    )

  it('goes to the verified phone, counts for its own request, and for a repeat of that', async () => {
    const { accessToken } = await house.login('demo2')
    const [key, other] = [keyOf(), keyOf()]
    expect(await prove('demo2', key)).toBe('STEP_UP_REQUIRED')
    const asked = await post('/api/certi/certificate_phone', { key: key.toUpperCase() }, accessToken)
    expect(asked.body.key).toBe(key)
    const given = await code('010-0000-1002')
    const texts = (await inbox(house.database)).filter(({ to }) => to === '010-0000-1002')
    expect(texts.at(-1)?.text).toMatch(/출금·이체 인증번호/)
    expect(await prove('demo2', other, given)).toBe('STEP_UP_REQUIRED')
    expect(await prove('demo3', key, given)).toBe('STEP_UP_REQUIRED')
    expect(await prove('demo2', key, wrong(given))).toBe('OTP_MISMATCH')
    expect(await prove('demo2', key.toUpperCase(), given)).toBe('proved')
    expect(await prove('demo2', key, given)).toBe('proved')
    // What lets money out proves no contact.
    const verify = await post('/api/certi/verify_phone', { key, secretCode: given }, accessToken)
    expect(verify.body.code).toBe('OTP_EXPIRED')
    house.wall.offset += 181_000
    try {
      expect(await prove('demo2', key, given)).toBe('OTP_EXPIRED')
    } finally {
      house.wall.offset = 0
    }
  })

  it('is not enough for a member with an app, and none comes without a verified phone', async () => {
    expect(await prove('partner1', keyOf(), '123456')).toBe('OTP_MISMATCH')
    const { username, password } = await newMember()
    const { accessToken } = await house.login(username, 1, password)
    const key = keyOf()
    const asked = await post('/api/certi/certificate_phone', { key }, accessToken)
    expect(asked.status).toBe(200)
    expect(await prove(username, key, '123456')).toBe('STEP_UP_REQUIRED')
  })
})
