import { createSecretKey, hash, type webcrypto } from 'node:crypto'
import { StaffRole } from '@maru/contract'
import { decodeProtectedHeader, type JWTPayload, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { derivedKey, keyIdOf, type TokenSecrets } from '../secrets.ts'

export const accessTokenSeconds = 900
/** So long without a request ends a session of staff; their tokens are short, so that it is noticed. */
export const staffTokenSeconds = 300
const issuer = 'maru'
const audience = 'maru-api'
const type = 'at+jwt'

/** What a member of staff may do, and at which sites. */
export interface Staff {
  readonly role: StaffRole
  readonly siteIds: readonly number[]
}

/** Who holds a token, as it was signed. */
export interface Access {
  readonly siteId: number
  readonly memberId: number
  readonly sessionId: number
  readonly username: string
  /** When the login session began, epoch ms: a member-wide end concerns the sessions before it. */
  readonly sessionStart: number
  /** May not be used on a mobile device (etcJson.blockDevice holds M). */
  readonly noMobile: boolean
  /** Of members of staff only. */
  readonly staff?: Staff
  /** Epoch seconds. */
  readonly exp: number
}

/** Signs an access token that lives `accessTokenSeconds` from `now` (epoch ms); `keyId` names the secret that `key` is derived from. */
export function mintAccessToken(
  key: Uint8Array | webcrypto.CryptoKey,
  access: Omit<Access, 'exp'>,
  now: number,
  keyId?: string,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({
    site: access.siteId,
    sid: access.sessionId,
    name: access.username,
    sst: access.sessionStart,
    ...(access.noMobile ? { nm: 1 } : {}),
    ...(access.staff === undefined ? {} : { role: access.staff.role, sites: access.staff.siteIds }),
  })
    .setProtectedHeader({ alg: 'HS256', typ: type, ...(keyId !== undefined && { kid: keyId }) })
    .setSubject(String(access.memberId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (access.staff === undefined ? accessTokenSeconds : staffTokenSeconds))
    .sign(key)
}

export type Verified =
  | { readonly ok: true; readonly access: Access }
  | { readonly ok: false; readonly expired: boolean }
const forged: Verified = { ok: false, expired: false }
const expired: Verified = { ok: false, expired: true }

/**
 * Verifies access tokens. A verified one is remembered by its hash until it expires, so that the signature of a token
 * is checked once, not at every request; revocation is looked up by the caller each time.
 */
export class AccessTokens {
  /** By their ids, the current one first. */
  private readonly keys: ReadonlyMap<string, webcrypto.CryptoKey>
  private readonly now: () => number
  private readonly known = new Map<string, Access>()

  constructor({ tokenSecret, tokenSecretOld }: TokenSecrets, now: () => number) {
    const secrets = tokenSecretOld === null ? [tokenSecret] : [tokenSecret, tokenSecretOld]
    this.keys = new Map(secrets.map((secret) => [keyIdOf(secret), importedKey(secret)]))
    this.now = now
  }

  mint(access: Omit<Access, 'exp'>): Promise<string> {
    const [[keyId, key]] = [...this.keys] as [[string, webcrypto.CryptoKey]]
    return mintAccessToken(key, access, this.now(), keyId)
  }

  /** The token's holder; synchronous for a token seen before, so that the hot path has no detour. */
  verify(token: string): Verified | Promise<Verified> {
    if (token.length > maxTokenLength) return forged
    const id = hash('sha256', token, 'base64')
    const access = this.known.get(id)
    if (access === undefined) return this.verifySignature(token, id)
    if (access.exp * 1000 > this.now()) return { ok: true, access }
    this.known.delete(id)
    return expired
  }

  private async verifySignature(token: string, id: string): Promise<Verified> {
    try {
      const payload = await this.payloadOf(token)
      // No access token lives longer, whatever process signed it.
      if (positive(payload.exp) - positive(payload.iat) > accessTokenSeconds) return forged
      const access: Access = {
        siteId: positive(payload['site']),
        memberId: positive(Number(payload.sub)),
        sessionId: positive(payload['sid']),
        username: String(payload['name']),
        sessionStart: positive(payload['sst']),
        noMobile: payload['nm'] === 1,
        ...(payload['role'] === undefined ? {} : { staff: staffOf(payload) }),
        exp: positive(payload.exp),
      }
      this.remember(id, access)
      return { ok: true, access }
    } catch (error) {
      if (error instanceof joseErrors.JWTExpired) return expired
      // A header that is no JSON is a TypeError.
      if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return forged
      throw error
    }
  }

  /** Of a token that names no key, as they were before keys had ids, any key may be the one. */
  private async payloadOf(token: string): Promise<JWTPayload> {
    const { kid } = decodeProtectedHeader(token)
    const named = kid === undefined ? [...this.keys.values()] : [this.keys.get(kid)]
    let fault: unknown
    for (const key of named) {
      if (key === undefined) throw new joseErrors.JWKSNoMatchingKey()
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['sub', 'exp', 'iat', 'site', 'sid', 'sst', 'name'],
          currentDate: new Date(this.now()),
        })
        return payload
      } catch (error) {
        if (!(error instanceof joseErrors.JWSSignatureVerificationFailed)) throw error
        fault = error
      }
    }
    throw fault
  }

  /** Insertion order is near enough to age: when full, the oldest half goes (they verify again when used). */
  private remember(id: string, access: Access): void {
    if (this.known.size >= maxKnown) {
      let surplus = this.known.size - maxKnown / 2
      for (const old of this.known.keys()) {
        if (surplus-- <= 0) break
        this.known.delete(old)
      }
    }
    this.known.set(id, access)
  }
}

/** Bytes would be imported anew for each signature. */
const importedKey = (secret: string): webcrypto.CryptoKey =>
  createSecretKey(derivedKey(secret, 'access-token')).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/** Throws where the claims of staff are not whole: nobody becomes less than staff by a broken token. */
function staffOf({ role, sites }: JWTPayload): Staff {
  if (!Array.isArray(sites)) throw new joseErrors.JWTInvalid('staff without sites')
  const parsed = StaffRole.safeParse(role)
  if (!parsed.success) throw new joseErrors.JWTInvalid('staff without a role')
  return { role: parsed.data, siteIds: sites.map(positive) }
}

const maxTokenLength = 2_048
const maxKnown = 50_000

function positive(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
    throw new joseErrors.JWTInvalid('a claim is not a positive integer')
  }
  return value
}
