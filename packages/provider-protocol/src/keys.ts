/** One key of one direction of one site at one provider. The secret is 64 hex characters: 32 bytes. */
export interface ProtocolKey {
  readonly id: string
  readonly secret: string
  /** Epoch ms after which it verifies nothing any more: the older key of a rotation. */
  readonly until?: number
}

/** The keys of a direction: the first signs, all verify. Two at most, so that a rotation has an end. */
export type ProtocolKeys = readonly [ProtocolKey] | readonly [ProtocolKey, ProtocolKey]

export const keyIdForm = /^[A-Za-z0-9._-]{1,64}$/
export const secretForm = /^[0-9a-f]{64}$/

/** The bytes that a secret names. Throws where it has another form. */
export function secretBytes(secret: string): Buffer {
  if (!secretForm.test(secret)) throw new TypeError('a secret of the provider protocol is 64 hex characters')
  return Buffer.from(secret, 'hex')
}

/** The key of that id, unless its time is over. */
export const keyOf = (keys: readonly ProtocolKey[], id: string, now: number): ProtocolKey | null =>
  keys.find((key) => key.id === id && (key.until === undefined || now <= key.until)) ?? null
