import { decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { derivedKey, keyIdOf } from '../secrets.ts'
import { AccessTokens, accessTokenSeconds, mintAccessToken } from './access-token.ts'

const secret = 'a secret of the tests that is long enough to be one'
const start = Date.UTC(2026, 10, 21)
const holder = { siteId: 1, memberId: 7, sessionId: 9, username: 'demo1', sessionStart: start, noMobile: false }

function tokensAt(clock: { now: number }) {
  return new AccessTokens({ tokenSecret: secret, tokenSecretOld: null }, () => clock.now)
}

const signed = (claims: Record<string, unknown>, header: Record<string, string> = {}) =>
  new SignJWT({ site: 1, sid: 9, name: 'demo1', sst: start, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .setSubject('7')
    .setIssuer('maru')
    .setAudience('maru-api')
    .setIssuedAt(start / 1000)
    .setExpirationTime(start / 1000 + 900)

describe('an access token', () => {
  it('names its holder, the first time and from memory', async () => {
    const tokens = tokensAt({ now: start })
    const token = await tokens.mint(holder)
    const expected = { ok: true, access: { ...holder, exp: start / 1000 + accessTokenSeconds } }
    expect(await tokens.verify(token)).toEqual(expected)
    expect(tokens.verify(token)).toEqual(expected)
  })

  it('ends after 15 minutes, also one that is remembered', async () => {
    const clock = { now: start }
    const tokens = tokensAt(clock)
    const token = await tokens.mint(holder)
    await tokens.verify(token)
    clock.now = start + accessTokenSeconds * 1000
    expect(await tokens.verify(token)).toEqual({ ok: false, expired: true })
    expect(await tokensAt(clock).verify(token)).toEqual({ ok: false, expired: true })
  })

  it('is refused when it was signed with another secret or without any', async () => {
    const tokens = tokensAt({ now: start })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const payload = part({
      sub: '7',
      site: 1,
      sid: 9,
      name: 'demo1',
      sst: start,
      iss: 'maru',
      aud: 'maru-api',
      iat: start / 1000,
      exp: start / 1000 + 900,
    })
    const forged = [
      await mintAccessToken(
        derivedKey('another secret of some length, also long enough', 'access-token'),
        holder,
        start,
      ),
      await mintAccessToken(derivedKey(secret, 'personal-data'), holder, start),
      `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${part({ alg: 'NONE', typ: 'at+jwt' })}.${payload}.AAAA`,
      'a.b.c',
      '',
      'x'.repeat(5000),
    ]
    for (const token of forged)
      expect(await tokens.verify(token), token.slice(0, 40)).toEqual({ ok: false, expired: false })
  })

  it('is refused for another algorithm, type, audience, issuer or a missing claim', async () => {
    const tokens = tokensAt({ now: start })
    const key = derivedKey(secret, 'access-token')
    const others = [
      signed({}, { typ: 'JWT' }).sign(key),
      signed({}).setAudience('someone-else').sign(key),
      signed({}).setIssuer('someone-else').sign(key),
      signed({ sid: undefined }).sign(key),
      signed({ site: '1' }).sign(key),
      signed({ site: -1 }).sign(key),
      signed({})
        .setExpirationTime(start / 1000 + 86_400)
        .setIssuedAt(start / 1000 - 3600)
        .sign(key),
      signed({}, { alg: 'HS512' }).sign(Buffer.concat([key, key])),
    ]
    for (const token of await Promise.all(others)) {
      expect(await tokens.verify(token)).toMatchObject({ ok: false })
    }
    expect(await tokens.verify(await signed({}).sign(key))).toMatchObject({ ok: true })
  })

  it('of the secret before holds until it ends, also one from before keys had ids; one of a third secret never', async () => {
    const [newer, third] = [
      'the newer secret of these tests, long enough',
      'a third secret of these tests, long enough',
    ]
    const old = await tokensAt({ now: start }).mint(holder)
    const rotated = new AccessTokens({ tokenSecret: newer, tokenSecretOld: secret }, () => start)
    expect(await rotated.verify(old)).toMatchObject({ ok: true })
    expect(
      await rotated.verify(await mintAccessToken(derivedKey(secret, 'access-token'), holder, start)),
    ).toMatchObject({
      ok: true,
    })
    const late = new AccessTokens({ tokenSecret: newer, tokenSecretOld: secret }, () => start + 900_000)
    expect(await late.verify(old)).toEqual({ ok: false, expired: true })
    const made = await rotated.mint(holder)
    expect(decodeProtectedHeader(made)['kid']).toBe(keyIdOf(newer))
    const done = new AccessTokens({ tokenSecret: newer, tokenSecretOld: null }, () => start)
    expect([await done.verify(made), await done.verify(old)]).toMatchObject([
      { ok: true },
      { ok: false, expired: false },
    ])
    // The id of a key is no key: who names the current one still has to sign with it.
    const forged = await mintAccessToken(derivedKey(third, 'access-token'), holder, start, keyIdOf(newer))
    expect(await rotated.verify(forged)).toEqual({ ok: false, expired: false })
    for (const header of ['{', 'null', '{"alg":"HS256","kid":7}'])
      expect(await rotated.verify(`${Buffer.from(header).toString('base64url')}.e30.AAAA`)).toMatchObject({ ok: false })
  })
})
