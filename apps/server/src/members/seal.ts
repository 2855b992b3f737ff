import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { derivedKey } from '../http/index.ts'

/** Keeps personal data unreadable in the database: AES-256-GCM under keys derived from TOKEN_SECRET. */
export class Seal {
  private readonly key: Uint8Array
  private readonly hashKey: Uint8Array

  constructor(tokenSecret: string) {
    this.key = derivedKey(tokenSecret, 'personal-data')
    this.hashKey = derivedKey(tokenSecret, 'phone-hash')
  }

  /** nonce ‖ tag ‖ ciphertext. `where` (table, column, row) is authenticated: a value moved to another row does not open. */
  close(text: string, where: string): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(where))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }

  /** Throws when the value was changed, moved or closed under another secret. */
  open(sealed: Buffer, where: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, 12))
      .setAAD(Buffer.from(where))
      .setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** The same number of the same site has the same hash; without the key it reveals nothing. */
  phoneHash(siteId: number, phone: string): Buffer {
    return createHmac('sha256', this.hashKey)
      .update(`${siteId}:${phone.replace(/\D/g, '')}`)
      .digest()
  }
}

/** 010-1234-5678 as 010-****-5678. */
export const maskPhone = (phone: string): string =>
  phone.replace(
    /^(\d+)-(\d+)-(\d+)$/,
    (_, area: string, middle: string, last: string) => `${area}-${'*'.repeat(middle.length)}-${last}`,
  )
