import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Asked, ErrorCode } from '@maru/contract'
import type { Deps } from '../deps.ts'
import { connectionOf, Refused } from '../http/index.ts'
import type { Rates } from '../http/rates.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import { lookupKey } from '../secrets.ts'
import { numbersOf, type Site } from '../sites/index.ts'
import { noteCode } from './code-limits.ts'
import { codeText } from './code-texts.ts'
import type { Seal } from './seal.ts'
import {
  type Channel,
  type CodeName,
  countTry,
  keepCode,
  noteRight,
  type Purpose,
  useCode,
  useProof,
} from './verification-store.ts'

const minuteMs = 60_000
/** How long what a code proved can be shown. */
const proofMs = 10 * minuteMs

export interface CodeRequest {
  readonly site: Site
  /** 0: a guest. */
  readonly memberId: number
  readonly purpose: Purpose
  readonly channel: Channel
  /** The number or address. */
  readonly target: string
  readonly key: string | undefined
  readonly language: 'ko' | 'en'
  /** Of the caller. */
  readonly ip: string
  /** It goes to somebody of the house. */
  readonly isForStaff?: boolean
  /** Nobody gets a code, and no code is right; the answer is the same. */
  readonly isDecoy?: boolean
}

/** A code that was right. */
export interface RightCode extends CodeName {
  readonly target: string
  readonly purpose: Purpose
}

/**
 * Codes of six digits that prove a number or an address: stored as keyed hashes, bound to one request, good for a time and some tries
 * that the site sets. Whoever knows a request's key without the code learns nothing, not even whether a code was sent.
 */
export class Codes {
  readonly #deps: Pick<Deps, 'db' | 'clocks'>
  readonly #rates: Rates
  readonly #seal: Seal
  readonly #messages: Messages
  readonly #codeKey: Uint8Array
  readonly #targetKey: Uint8Array

  constructor(deps: Pick<Deps, 'db' | 'clocks' | 'config'>, rates: Rates, seal: Seal, messages: Messages) {
    this.#deps = deps
    this.#rates = rates
    this.#seal = seal
    this.#messages = messages
    this.#codeKey = lookupKey(deps.config, 'verification-code')
    this.#targetKey = lookupKey(deps.config, 'verification-target')
  }

  /**
   * Sends a code; throws RATE_LIMITED where the number or address got one just now, and where one connection has too many sent by SMS:
   * those count for it before they count for the site, and only once they are sent.
   */
  async send(request: CodeRequest): Promise<Asked> {
    if (request.channel !== 'phone') return this.#write(request)
    const connection = connectionOf(request.ip)
    await this.#rates.take('sms', connection)
    try {
      return await this.#write(request)
    } catch (error) {
      await this.#rates.giveBack('sms', connection)
      throw error
    }
  }

  async #write(request: CodeRequest): Promise<Asked> {
    const { site, memberId, purpose, channel, target, language, isForStaff = false, isDecoy = false } = request
    const now = this.#deps.clocks.wall()
    const name = { siteId: site.id, memberId, key: request.key ?? randomUUID() }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const targetHash = this.#targetHash(site.id, channel, target)
    const kept = (expiresAt: number) => ({
      ...name,
      purpose,
      channel,
      targetHash,
      targetSealed: this.#seal.close(target, targetField(name)),
      codeHash: isDecoy ? null : this.#codeHash(name, code),
      createdAt: now,
      expiresAt,
    })
    const answer = await this.#deps.db.tenant(site.id, async (tx) => {
      const numbers = await numbersOf(tx, site.id)
      const expiresAt = now + numbers.codeMs
      await noteCode(tx, numbers, { siteId: site.id, channel, target: targetHash, id: randomUUID(), at: now })
      if (!(await keepCode(tx, kept(expiresAt)))) throw new Refused('INVALID_REQUEST', { field: 'body/key' })
      const text = codeText(site, language, { channel, purpose, code, minutes: Math.floor(numbers.codeMs / minuteMs) })
      const kind = channel === 'phone' ? ('sms' as const) : ('mail' as const)
      // A decoy costs the same: a message that has ended never leaves.
      await this.#messages.write(tx, {
        siteId: site.id,
        kind,
        to: target,
        ...text,
        expiresAt: isDecoy ? now : expiresAt,
        isForStaff,
      })
      return { key: name.key, expiresAt, resendAt: now + numbers.codeResendMs }
    })
    this.#messages.wake()
    return answer
  }

  /**
   * Checks a code that was sent for one of the purposes; it stays right until it is used or expires, so that a repeat finds it right.
   * Throws OTP_MISMATCH, OTP_EXPIRED, and OTP_TRIES after too many wrong ones; `absent` where no code was asked for under this key.
   */
  async check(
    name: CodeName,
    channel: Channel,
    purposes: readonly Purpose[],
    given: string,
    absent: ErrorCode = 'OTP_EXPIRED',
  ): Promise<RightCode> {
    const now = this.#deps.clocks.wall()
    const { db } = this.#deps
    const { tried, mostTries } = await db.tenant(name.siteId, async (tx) => {
      const { codeTries: mostTries } = await numbersOf(tx, name.siteId)
      return { tried: await countTry(tx, name, channel, purposes, mostTries), mostTries }
    })
    const expected = tried?.codeHash ?? randomBytes(32)
    const isRight = timingSafeEqual(expected, this.#codeHash(name, given)) && tried !== null
    if (tried === null) throw new Refused(absent)
    if (tried.tries > mostTries) throw new Refused('OTP_TRIES')
    if (tried.expiresAt <= now || tried.used) throw new Refused('OTP_EXPIRED')
    if (!isRight) throw new Refused(tried.tries >= mostTries ? 'OTP_TRIES' : 'OTP_MISMATCH')
    await db.tenant(name.siteId, (tx) => noteRight(tx, name, now))
    return { ...name, purpose: tried.purpose, target: this.#seal.open(tried.targetSealed, targetField(name)) }
  }

  /** Uses a right code up, in the transaction of what it allows; throws OTP_EXPIRED where another request was first. */
  async use(tx: Tx, name: CodeName): Promise<void> {
    if (!(await useCode(tx, name, null, this.#deps.clocks.wall()))) throw new Refused('OTP_EXPIRED')
  }

  /** Uses a right code up and gives what can be shown for it once, within ten minutes. */
  async proofOf(tx: Tx, name: CodeName): Promise<string> {
    const proof = randomBytes(32).toString('base64url')
    if (!(await useCode(tx, name, hashOf(proof), this.#deps.clocks.wall()))) throw new Refused('OTP_EXPIRED')
    return proof
  }

  /** Takes the proof of a number or address, once; throws OTP_EXPIRED for any other. */
  async takeProof(tx: Tx, siteId: number, channel: Channel, target: string, proof: string): Promise<void> {
    const since = this.#deps.clocks.wall() - proofMs
    const targetHash = this.#targetHash(siteId, channel, target)
    if (!(await useProof(tx, siteId, channel, targetHash, hashOf(proof), since))) throw new Refused('OTP_EXPIRED')
  }

  #codeHash({ siteId, memberId, key }: CodeName, code: string): Buffer {
    return createHmac('sha256', this.#codeKey).update(`${siteId}:${memberId}:${key}:${code}`).digest()
  }

  #targetHash(siteId: number, channel: Channel, target: string): Buffer {
    const plain = channel === 'phone' ? target.replace(/\D/g, '') : target.toLowerCase()
    return createHmac('sha256', this.#targetKey).update(`${siteId}:${channel}:${plain}`).digest()
  }
}

const hashOf = (proof: string): Buffer => createHash('sha256').update(proof).digest()
const targetField = ({ siteId, memberId, key }: CodeName) => `verification.target:${siteId}:${memberId}:${key}`
