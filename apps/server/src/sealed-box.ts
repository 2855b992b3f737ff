import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Keeps text unreadable where it is stored: AES-256-GCM under one key. */
export class SealedBox {
  private readonly key: Uint8Array

  constructor(key: Uint8Array) {
    this.key = key
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
}
