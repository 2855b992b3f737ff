import { createHmac, randomUUID } from 'node:crypto'
import { type ErrorCode, isErrorCode } from '@maru/contract'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/index.ts'
import { ask, type Courier, type Outcome } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import type { ProviderFact, Providers } from '../providers/index.ts'
import { lookupKey } from '../secrets.ts'
import type { Site } from '../sites/index.ts'
import {
  checkByKey,
  checkByReference,
  closeCheck,
  excludedUntil,
  type IdentityCheck,
  insertCheck,
  type Person,
  setCheckUrl,
  setPerson,
  useCheck,
} from './identity-store.ts'
import { birthField } from './me.ts'
import type { Seal } from './seal.ts'
import { tellTraits } from './traits.ts'

const checkMs = 15 * 60_000
/** How long a caller waits for the provider's page, and how often he looks. */
const waitMs = 8_000
const lookMs = 150
const adultAt = 19

interface Verified {
  readonly name: string
  readonly birthDate: string
}

/** Proves who a member is on the page of an identity provider: his name, his age, and that he has no other account. */
export class Identity {
  readonly #deps: Pick<Deps, 'db' | 'clocks' | 'bus' | 'log' | 'core' | 'reads'>
  readonly #seal: Seal
  readonly #key: Uint8Array

  constructor(deps: Pick<Deps, 'db' | 'clocks' | 'bus' | 'log' | 'config' | 'core' | 'reads'>, seal: Seal) {
    this.#deps = deps
    this.#seal = seal
    this.#key = lookupKey(deps.config, 'identity')
  }

  /** Begins a check; the provider is asked beside the request. Throws TRY_AGAIN_LATER where its page does not come in time. */
  async begin(
    site: Site,
    memberId: number,
    returnUrl: string,
  ): Promise<{ url: string; key: string; expiresAt: number }> {
    const { db, clocks, bus } = this.#deps
    const now = clocks.wall()
    const [key, reference] = [randomUUID(), randomUUID()]
    const expiresAt = now + checkMs
    await db.tenant(site.id, async (tx) => {
      await insertCheck(tx, { siteId: site.id, key, reference, memberId, expiresAt }, now)
      const payload = { call: 'identity', reference, returnUrl, memberId, expiresAt: now + waitMs }
      await ask(
        tx,
        { siteId: site.id, id: `identity-${reference}`, kind: 'provider-call', provider: 'nice', payload },
        now,
      )
    })
    bus.publish('outgoing', null)
    for (const until = performance.now() + waitMs; performance.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      const check = await db.tenant(site.id, (tx) => checkByKey(tx, site.id, key))
      if (check?.url) return { url: check.url, key, expiresAt }
    }
    throw new Refused('TRY_AGAIN_LATER', {}, 5)
  }

  /** Asks the provider for its page. */
  courier(providers: Providers): Courier {
    const { db } = this.#deps
    return {
      mostAttempts: 3,
      forgets: true,
      expiresAt: ({ payload }) => Number(payload['expiresAt']),
      async send({ siteId, id, payload }): Promise<Outcome> {
        const provider = await providers.of(siteId, 'nice')
        if (provider === null) return { state: 'FAILED', error: 'the site has no provider of identities' }
        const reference = String(payload['reference'])
        const member = payload['memberId'] === 0 ? {} : { member: `m-${siteId}-${payload['memberId']}` }
        const body = { reference, returnUrl: String(payload['returnUrl']), ...member }
        const { outcome, detail, result } = await provider.call('identity', body, { idempotencyKey: id })
        if (result !== null && outcome !== 'FAILED') {
          await db.system((tx) => setCheckUrl(tx, siteId, reference, result.url))
          return { state: 'SENT' }
        }
        return { state: outcome === 'FAILED' ? 'FAILED' : 'AGAIN', error: detail ?? 'no page was given' }
      },
    }
  }

  /** Takes over what the provider found; a member's account is verified at once, a guest's waits for his sign-up. */
  async take({ siteId, told }: ProviderFact<'identity'>): Promise<string | null> {
    const { db, clocks, log } = this.#deps
    const { reference, verified } = told
    let verifiedId = 0
    const fault = await db.system(async (tx) => {
      const check = await checkByReference(tx, siteId, reference)
      if (check === null) return 'no check has this reference'
      if (check.state !== 'WAITING') return null
      const nobody = { personHash: null, verifiedSealed: null } as const
      if (verified === null || check.expiresAt <= clocks.wall()) {
        const refusal = verified === null ? 'KYC_REQUIRED' : 'OTP_EXPIRED'
        await closeCheck(tx, check, { state: 'REFUSED', refusal, ...nobody })
        return null
      }
      const personHash = createHmac('sha256', this.#key).update(`nice:${verified.personHash}`).digest()
      const { name, birthDate } = verified
      const refusal = await this.#refusalOf(tx, check, personHash, birthDate)
      if (refusal === null) {
        const verifiedSealed = this.#seal.close(JSON.stringify({ name, birthDate } satisfies Verified), fieldOf(check))
        await closeCheck(tx, check, { state: 'VERIFIED', refusal, personHash, verifiedSealed })
        verifiedId = check.memberId
        if (check.memberId !== 0)
          await setPerson(
            tx,
            siteId,
            check.memberId,
            this.#person(siteId, check.memberId, { name, birthDate }, personHash),
            clocks.wall(),
          )
      } else await closeCheck(tx, check, { state: 'REFUSED', refusal, ...nobody })
      log.info({ site: siteId, member: check.memberId, refusal }, 'an identity was checked')
      return null
    })
    if (verifiedId !== 0) await tellTraits(this.#deps, siteId, verifiedId)
    return fault
  }

  /** What became of a check: for who has its key. */
  async outcome(
    siteId: number,
    memberId: number,
    key: string,
  ): Promise<{ state: IdentityCheck['state']; name: string | null; code: ErrorCode | null }> {
    const check = await this.#deps.db.tenant(siteId, (tx) => checkByKey(tx, siteId, key))
    if (check === null || check.memberId !== memberId) throw new Refused('OTP_EXPIRED')
    const { state, refusal, verifiedSealed } = check
    const name = verifiedSealed === null ? null : maskName(this.#open(check, verifiedSealed).name)
    return { state, name, code: refusal !== null && isErrorCode(refusal) ? refusal : null }
  }

  /** The person whom a guest proved to be, for his sign-up, once. Throws KYC_REQUIRED for another key. */
  async useFor(tx: Tx, siteId: number, memberId: number, key: string): Promise<{ person: Person; at: number }> {
    const at = this.#deps.clocks.wall()
    const check = await useCheck(tx, siteId, key, at)
    if (!check?.verifiedSealed || !check.personHash) throw new Refused('KYC_REQUIRED')
    return { person: this.#person(siteId, memberId, this.#open(check, check.verifiedSealed), check.personHash), at }
  }

  async #refusalOf(tx: Tx, check: IdentityCheck, personHash: Buffer, birthDate: string): Promise<ErrorCode | null> {
    const { clocks } = this.#deps
    if (!isAdult(birthDate, clocks.wall())) return 'UNDERAGE'
    const excluded = await excludedUntil(tx, personHash)
    if (excluded !== null && excluded > clocks.wall()) return 'SELF_EXCLUDED'
    const others = await tx.query('select id from member where site_id = $1 and person_hash = $2 and id <> $3', [
      check.siteId,
      personHash,
      check.memberId,
    ])
    return others.length > 0 ? 'IDENTITY_DUPLICATE' : null
  }

  #person(siteId: number, memberId: number, { name, birthDate }: Verified, personHash: Buffer): Person {
    return { name, personHash, birthSealed: this.#seal.close(birthDate, birthField(siteId, memberId)) }
  }

  #open(check: IdentityCheck, sealed: Buffer): Verified {
    return JSON.parse(this.#seal.open(sealed, fieldOf(check)))
  }
}

const fieldOf = ({ siteId, key }: Pick<IdentityCheck, 'siteId' | 'key'>) => `identity_check.verified:${siteId}:${key}`

/** 19 years old by the day in Korea. */
function isAdult(birthDate: string, now: number): boolean {
  const today = new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)
  return `${Number(birthDate.slice(0, 4)) + adultAt}${birthDate.slice(4)}` <= today
}

/** 홍길동 as 홍*동, 김산 as 김*. */
export const maskName = (name: string): string =>
  name.length <= 2 ? `${name.slice(0, 1)}*` : `${name.slice(0, 1)}${'*'.repeat(name.length - 2)}${name.slice(-1)}`
