import { createHmac } from 'node:crypto'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey, type LookupKeys, lookupKey } from '../secrets.ts'

/** Keeps personal data unreadable in the database, under keys derived from TOKEN_SECRET. */
export class Seal extends SealedBox {
  private readonly hashKey: Uint8Array

  constructor(tokenSecret: string, lookupKeys: LookupKeys | null = null) {
    super(derivedKey(tokenSecret, 'personal-data'))
    this.hashKey = lookupKey({ tokenSecret, lookupKeys }, 'phone-hash')
  }

  /** The same account or address of the same site has the same hash; without the key it reveals nothing. */
  accountHash(siteId: number, account: string): Buffer {
    return createHmac('sha256', this.hashKey).update(`account:${siteId}:${account}`).digest()
  }

  /** The same number of the same site has the same hash; without the key it reveals nothing. */
  phoneHash(siteId: number, phone: string): Buffer {
    return createHmac('sha256', this.hashKey)
      .update(`${siteId}:${phone.replace(/\D/g, '')}`)
      .digest()
  }

  /** The last four digits of a number, by which staff find who gave no more. */
  phoneEndHash(siteId: number, phone: string): Buffer {
    return createHmac('sha256', this.hashKey)
      .update(`end:${siteId}:${phone.replace(/\D/g, '').slice(-4)}`)
      .digest()
  }
}

/** 010-1234-5678 as 010-****-5678. */
export const maskPhone = (phone: string): string =>
  phone.replace(
    /^(\d+)-(\d+)-(\d+)$/,
    (_, area: string, middle: string, last: string) => `${area}-${'*'.repeat(middle.length)}-${last}`,
  )

/** maru@maru.example as ma**@maru.example. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.{1,2})(.*)@/, (_, first: string, rest: string) => `${first}${'*'.repeat(rest.length)}@`)
