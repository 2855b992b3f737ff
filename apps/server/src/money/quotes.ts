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
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  sign(quote: Omit<Signed, 'id'>): string {
    const body = Buffer.from(toJson({ ...quote, id: randomBytes(12).toString('base64url') })).toString('base64url')
    return `${body}.${this.#signatureOf(body).toString('base64url')}`
  }

  /** The quote, if it is ours and was given to this member; else null. */
  read(text: string, { siteId, memberId }: Pick<Signed, 'siteId' | 'memberId'>): GivenQuote | null {
    const [body = '', signature = ''] = text.split('.')
    const given = Buffer.from(signature, 'base64url')
    const own = this.#signatureOf(body)
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null
    const {
      siteId: site,
      memberId: member,
      ...quote
    } = Signed.parse(fromJson(Buffer.from(body, 'base64url').toString()))
    return site === siteId && member === memberId ? quote : null
  }

  #signatureOf(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest()
  }
}
