import { nonceKeptMs } from './signature.ts'

/** Nonces of the last ten minutes in memory, for a receiver that forgets them with its process. Bounded: a full one refuses. */
export class NonceMemory {
  private readonly until = new Map<string, number>()
  private readonly most: number

  constructor(most = 100_000) {
    this.most = most
  }

  /** Whether the nonce of this key is new; it is remembered. */
  take(keyId: string, nonce: string, now: number): boolean {
    for (const [known, until] of this.until) {
      if (until >= now) break
      this.until.delete(known)
    }
    const name = `${keyId}:${nonce}`
    if (this.until.has(name) || this.until.size >= this.most) return false
    this.until.set(name, now + nonceKeptMs)
    return true
  }
}
