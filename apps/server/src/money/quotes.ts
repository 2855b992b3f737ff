import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { WalletType } from '@maru/contract'
import { fromJson, type GivenQuote, toJson } from '@maru/core'
import { z } from 'zod'

const Signed = z.object({
  id: z.string(),
  siteId: z.int(),
  memberId: z.int(),
  from: WalletType,
  to: WalletType,
  point: z.bigint(),
  spreadPpm: z.int(),
  numerator: z.bigint(),
  denominator: z.bigint(),
  issuedAt: z.int(),
  expiresAt: z.int(),
})
type Signed = z.infer<typeof Signed>

/** Prices that are promised to a member and not stored: who brings one back brings it with our signature. */
export class Quotes {
  readonly #keys: readonly Uint8Array[]

  /** The first signs; what any of them signed is ours. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys
  }

  sign(quote: Omit<Signed, 'id'>): string {
    const body = Buffer.from(toJson({ ...quote, id: randomBytes(12).toString('base64url') })).toString('base64url')
    return `${body}.${signatureOf(this.#keys[0] as Uint8Array, body).toString('base64url')}`
  }

  /** The quote, if it is ours and was given to this member; else null. */
  read(text: string, { siteId, memberId }: Pick<Signed, 'siteId' | 'memberId'>): GivenQuote | null {
    const [body = '', signature = ''] = text.split('.')
    const given = Buffer.from(signature, 'base64url')
    const isOurs = this.#keys.some((key) => {
      const own = signatureOf(key, body)
      return given.length === own.length && timingSafeEqual(given, own)
    })
    if (!isOurs) return null
    const {
      siteId: site,
      memberId: member,
      ...quote
    } = Signed.parse(fromJson(Buffer.from(body, 'base64url').toString()))
    return site === siteId && member === memberId ? quote : null
  }
}

const signatureOf = (key: Uint8Array, body: string): Buffer => createHmac('sha256', key).update(body).digest()
