import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { demoPassword } from './index.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())
afterEach(() => void vi.useRealTimers())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  house.app.inject({ method: 'POST', url, payload, headers })
const login = (payload: object, headers?: Record<string, string>) => post('/api/login?siteInfoId=1', payload, headers)
const me = (token: string, headers: Record<string, string> = {}) =>
  house.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}`, ...headers } })
const refresh = (refreshToken: string, site = 1) => post(`/api/login?siteInfoId=${site}`, { refreshToken })
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; SM-S921N) Chrome/140.0 Mobile Safari/537.36' }

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  house.wall.offset += ms
  try {
    return await work()
  } finally {
    house.wall.offset -= ms
  }
}

describe('sign-in', () => {
  it('answers tokens for 15 minutes and the member', async () => {
    const answer = await login({ username: 'demo1', password: demoPassword })
    expect(answer.json()).toMatchObject({ expiresIn: 900, user: { id: 1001, username: 'demo1', status: 'ACTIVE' } })
    expect((await me(answer.json().accessToken)).json().username).toBe('demo1')
  })

  it('says the same of a wrong password, an unknown name and another site’s member', async () => {
    const bodies = await Promise.all([
      login({ username: 'demo1', password: 'wrong-password' }, { 'x-test': '1' }),
      login({ username: 'nobody-here', password: 'wrong-password' }),
      post('/api/login?siteInfoId=15', { username: 'demo1', password: demoPassword }),
    ])
    for (const answer of bodies) {
      expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([401, 'LOGIN_FAILED', {}])
    }
  })

  it('is locked for 15 minutes after five failures, for that name and address only, and never for ever', async () => {
    for (const username of ['demo2', 'never-existed']) {
      const wrong = () => login({ username, password: 'wrong-password' })
      for (let i = 0; i < 5; i++) expect((await wrong()).json().code).toBe('LOGIN_FAILED')
      const locked = await login({ username, password: demoPassword })
      expect([locked.statusCode, locked.json().code, locked.json().params]).toEqual([
        423,
        'ACCOUNT_LOCKED',
        { minutes: 15 },
      ])
      expect(locked.json().message).toContain('15분')
    }
    const elsewhere = await house.app.inject({
      method: 'POST',
      url: '/api/login?siteInfoId=1',
      remoteAddress: '10.1.2.3',
      payload: { username: 'demo2', password: demoPassword },
    })
    expect(elsewhere.statusCode).toBe(200)
    await later(15 * 60_000 + 1000, async () => {
      expect((await login({ username: 'demo2', password: demoPassword })).statusCode).toBe(200)
    })
  })

  it('gives many attempts at once no more tries than five', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login({ username: 'demo4', password: 'wrong-password' })),
    )
    expect(answers.filter((answer) => answer.json().code === 'LOGIN_FAILED')).toHaveLength(5)
    expect(answers.filter((answer) => answer.json().code === 'ACCOUNT_LOCKED')).toHaveLength(15)
  })

  it('refuses a member who was shut out, and ends his sessions', async () => {
    const { accessToken, refreshToken } = await house.login('demo5')
    await house.database.run("update member set status = 'DENY' where username = 'demo5'")
    expect((await me(accessToken)).json().code).toBe('ACCOUNT_DENIED')
    // A page that still has its tokens gets the reason from every call.
    expect((await me(accessToken)).json().code).toBe('ACCOUNT_DENIED')
    expect((await refresh(refreshToken)).json().code).toBe('ACCOUNT_DENIED')
    expect((await login({ username: 'demo5', password: demoPassword })).json().code).toBe('ACCOUNT_DENIED')
    await house.database.run("update member set status = 'ACTIVE' where username = 'demo5'")
    expect((await refresh(refreshToken)).json().code).toBe('SESSION_REVOKED')
  })

  it('refuses a mobile device where it is blocked, and only there', async () => {
    await house.database.run("update member set block_device = 'M' where username = 'demo5'")
    expect((await login({ username: 'demo5', password: demoPassword }, phone)).json().code).toBe(
      'DEVICE_MOBILE_BLOCKED',
    )
    const desktop = (await login({ username: 'demo5', password: demoPassword })).json()
    expect((await me(desktop.accessToken)).json().etcJson).toEqual({ blockDevice: 'M' })
    expect((await me(desktop.accessToken, phone)).json().code).toBe('DEVICE_MOBILE_BLOCKED')
    await house.database.run("update member set block_device = '' where username = 'demo5'")
  })
})

describe('staff and partners', () => {
  const code = (at: number) => new TOTP({ secret: 'JBSWY3DPEHPK3PXP' }).generate({ timestamp: at })

  it('need a code that is right and new; staff learn their role and sites, and are nobody once it was taken away', async () => {
    const now = Date.now()
    const partner = (otp?: string) => login({ username: 'partner1', password: demoPassword, ...(otp ? { otp } : {}) })
    expect((await partner()).json().code).toBe('STEP_UP_REQUIRED')
    expect((await partner(code(now - 600_000))).json().code).toBe('OTP_MISMATCH')
    expect((await partner(code(now))).statusCode).toBe(200)
    expect((await partner(code(now))).json().code).toBe('OTP_MISMATCH')
    const admin = await login({ username: 'admin', password: demoPassword, otp: code(now) })
    expect(admin.json()).toMatchObject({
      staff: { role: 'SUPER', siteIds: [1, 15, 25, 33] },
      user: { wallet: {} },
      expiresIn: 300,
    })
    const renewed = (await refresh(admin.json().refreshToken)).json()
    expect(renewed).toMatchObject({ expiresIn: 300, staff: { role: 'SUPER' } })
    await house.database.run('update staff set disabled_at = 1 where member_id = 1101')
    expect((await refresh(renewed.refreshToken)).json().code).toBe('PERMISSION_DENIED')
    await house.database.run('update staff set disabled_at = null where member_id = 1101')
    expect((await later(15 * 60_000, () => refresh(renewed.refreshToken))).json().code).toBe('TOKEN_EXPIRED')
    expect((await login({ username: 'cs', password: 'wrong-password', otp: code(now) })).json().code).toBe(
      'LOGIN_FAILED',
    )
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair of the same session', async () => {
    const first = await house.login('demo1')
    const second = (await refresh(first.refreshToken)).json()
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await me(second.accessToken)).statusCode).toBe(200)
    const third = (await refresh(second.refreshToken)).json()
    expect(third.refreshToken).not.toBe(second.refreshToken)
  })

  it('may be repeated within 30 s before its successor was used, and gets the same successor', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { refreshToken } = await house.login('demo1')
    const [one, two] = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(one.json().refreshToken).toBe(two.json().refreshToken)
    await later(29_000, async () => {
      expect((await refresh(refreshToken)).json().refreshToken).toBe(one.json().refreshToken)
    })
  })

  it('that comes back after its successor was used ends the whole family', async () => {
    const first = await house.login('demo1')
    const second = (await refresh(first.refreshToken)).json()
    const third = (await refresh(second.refreshToken)).json()
    expect((await refresh(first.refreshToken)).json().code).toBe('SESSION_REVOKED')
    expect((await refresh(third.refreshToken)).json().code).toBe('SESSION_REVOKED')
    expect((await me(third.accessToken)).json().code).toBe('SESSION_REVOKED')
  })

  it('that comes back after 30 s ends the whole family', async () => {
    const first = await house.login('demo1')
    const second = (await refresh(first.refreshToken)).json()
    await later(31_000, async () => {
      expect((await refresh(first.refreshToken)).json().code).toBe('SESSION_REVOKED')
    })
    expect((await me(second.accessToken)).json().code).toBe('SESSION_REVOKED')
  })

  it('ends after 24 hours without use, and after 14 days whatever its use', async () => {
    const { refreshToken } = await house.login('demo1')
    await later(24 * 3_600_000, async () => {
      expect((await refresh(refreshToken)).json().code).toBe('TOKEN_EXPIRED')
      expect((await refresh(refreshToken)).json().code).toBe('TOKEN_EXPIRED')
    })
    let token = (await house.login('demo1')).refreshToken
    for (let hours = 23; hours < 14 * 24; hours += 23) {
      token = await later(hours * 3_600_000, async () => (await refresh(token)).json().refreshToken)
    }
    await later(14 * 24 * 3_600_000, async () => expect((await refresh(token)).json().code).toBe('TOKEN_EXPIRED'))
  })

  it('is good on its own site only, and never when nobody issued it', async () => {
    const { refreshToken } = await house.login('demo1')
    expect((await refresh(refreshToken, 15)).json().code).toBe('TOKEN_EXPIRED')
    expect((await refresh('x'.repeat(43))).json().code).toBe('TOKEN_EXPIRED')
    expect((await refresh(refreshToken)).statusCode).toBe(200)
  })

  it('is stored as a hash only', async () => {
    const { refreshToken } = await house.login('demo1')
    const rows = await house.database.run("select encode(token_hash, 'escape') as hash from refresh_token")
    expect(JSON.stringify(rows)).not.toContain(refreshToken)
  })
})

describe('sessions', () => {
  const auth = (token: string) => ({ authorization: `Bearer ${token}` })
  const list = async (token: string) =>
    (await house.app.inject({ url: '/api/session/list', headers: auth(token) })).json() as {
      id: number
      current: boolean
    }[]

  it('are at most five; the one used longest ago ends', async () => {
    const logins = []
    for (let i = 0; i < 6; i++) logins.push(await later(i * 1000, () => house.login('demo3')))
    const [oldest, , , , , newest] = logins
    expect((await me(oldest?.accessToken ?? '')).json().code).toBe('SESSION_REVOKED')
    const sessions = await list(newest?.accessToken ?? '')
    expect(sessions).toHaveLength(5)
    expect(sessions.filter((session) => session.current)).toHaveLength(1)
  })

  it('end by logout, one or all, at once', async () => {
    const one = await house.login('demo3')
    const two = await house.login('demo3')
    await post('/api/logout', {}, auth(one.accessToken))
    expect((await me(one.accessToken)).json().code).toBe('SESSION_REVOKED')
    expect((await refresh(one.refreshToken)).json().code).toBe('SESSION_REVOKED')
    expect((await me(two.accessToken)).statusCode).toBe(200)
    const three = await house.login('demo3')
    await post('/api/logout', { everywhere: true }, auth(three.accessToken))
    for (const { accessToken } of [two, three]) expect((await me(accessToken)).json().code).toBe('SESSION_REVOKED')
  })

  it('can be revoked by their owner and by nobody else', async () => {
    const mine = await house.login('demo3')
    const other = await house.login('demo3')
    const stranger = await house.login('demo1')
    const id = (await list(other.accessToken)).find((session) => session.current)?.id
    const revoke = (token: string) => post('/api/session/revoke', { id }, auth(token))
    expect((await revoke(stranger.accessToken)).statusCode).toBe(404)
    expect((await revoke(mine.accessToken)).statusCode).toBe(200)
    expect((await me(other.accessToken)).json().code).toBe('SESSION_REVOKED')
  })

  it('stay revoked in a server that starts afterwards', async () => {
    const { accessToken } = await house.login('demo3')
    await post('/api/logout', {}, auth(accessToken))
    const { Revocations } = await import('../http/index.ts')
    const fresh = new Revocations(house.deps.clocks.wall)
    await fresh.follow(house.deps.bus, house.deps.db)
    const verified = await house.app.accessTokens.verify(accessToken)
    if (!verified.ok) throw new Error('the token should still verify')
    expect(fresh.refusalOf(verified.access)).toBe('SESSION_REVOKED')
  })
})

describe('the own profile', () => {
  const change = (token: string, payload: object) =>
    post('/api/user/change_password', payload, { authorization: `Bearer ${token}` })

  it('changes the password with the current one, and can end the other sessions', async () => {
    const password = 'harbor-velvet-31'
    const other = await house.login('demo1')
    const { accessToken } = await house.login('demo1')
    expect((await change(accessToken, { password, currentPassword: 'wrong-password' })).json().code).toBe(
      'LOGIN_FAILED',
    )
    expect((await change(accessToken, { password, currentPassword: demoPassword, id: 1002 })).statusCode).toBe(404)
    expect((await change(accessToken, { password: 'qwertyuiop1', currentPassword: demoPassword })).json().code).toBe(
      'PASSWORD_TOO_WEAK',
    )
    const done = await change(accessToken, { password, currentPassword: demoPassword, endOtherSessions: true })
    expect(done.json()).toEqual({ ok: true })
    expect((await me(other.accessToken)).json().code).toBe('SESSION_REVOKED')
    expect((await me(accessToken)).statusCode).toBe(200)
    expect((await login({ username: 'demo1', password: demoPassword })).json().code).toBe('LOGIN_FAILED')
    expect((await login({ username: 'demo1', password })).statusCode).toBe(200)
    await house.database.run(
      "update member set password_hash = (select password_hash from member where username = 'demo2') where username = 'demo1'",
    )
  })

  it('changes the nick unless it is taken or the user name', async () => {
    const { accessToken } = await house.login('demo1')
    const nick = (value: string) =>
      post('/api/player/change_nick', { nick: value }, { authorization: `Bearer ${accessToken}` })
    expect((await nick('데모2')).json().code).toBe('NICKNAME_DUPLICATE')
    expect((await nick('demo1')).json().code).toBe('USERNAME_NICKNAME_SAME')
    expect((await nick('새별명')).json()).toEqual({ ok: true })
    expect((await me(accessToken)).json().nick).toBe('새별명')
  })

  it('lists the wallets', async () => {
    // Another than whose password was changed above: a change holds all his money.
    const { accessToken } = await house.login('demo3')
    const answer = await house.app.inject({
      url: '/api/wallet/my',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(answer.json()).toMatchObject([
      {
        type: 'BINARY',
        currency: 'KRW',
        point: '10000000',
        gameWaitPoint: '0',
        withdrawable: '10000000',
        pendingOut: '0',
      },
      { type: 'FUTURES', currency: 'USDT', point: '10000', gameWaitPoint: '0', withdrawable: '10000', pendingOut: '0' },
    ])
  })
})
