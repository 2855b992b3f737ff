import { hash, hkdfSync } from 'node:crypto'

/** A separate key for each use of TOKEN_SECRET: one that leaks reveals nothing of the others. */
export function derivedKey(secret: string, use: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, 'maru', use, 32))
}

/** By what a secret is named where it may not stand: 12 characters that reveal nothing of it. */
export const keyIdOf = (secret: string): string =>
  hash('sha256', derivedKey(secret, 'key-id'), 'base64url').slice(0, 12)

/** Two at a time: what the one before signed holds until it ends. */
export interface TokenSecrets {
  readonly tokenSecret: string
  /** null: none is being replaced. */
  readonly tokenSecretOld: string | null
}

/** The current key of a use first, then that of the secret before. */
export const signingKeys = ({ tokenSecret, tokenSecretOld }: TokenSecrets, use: string): readonly Uint8Array[] =>
  [tokenSecret, tokenSecretOld].flatMap((secret) => (secret === null ? [] : [derivedKey(secret, use)]))

/** What values are found by in the database without standing there. */
export const lookupUses = [
  'phone-hash',
  'identity',
  'device',
  'recovery-code',
  'verification-code',
  'verification-target',
] as const
export type LookupUse = (typeof lookupUses)[number]
/** Each key in base64. */
export type LookupKeys = Readonly<Record<LookupUse, string>>

export const derivedLookupKeys = (secret: string): LookupKeys =>
  Object.fromEntries(
    lookupUses.map((use) => [use, Buffer.from(derivedKey(secret, use)).toString('base64')]),
  ) as LookupKeys

/**
 * The key of hashes by which values are found. They cannot be computed again from what is stored, so their keys outlive the secret that
 * they were derived from. `lookupKeys` null: those of the secret itself.
 */
export function lookupKey(
  { tokenSecret, lookupKeys }: { readonly tokenSecret: string; readonly lookupKeys: LookupKeys | null },
  use: LookupUse,
): Uint8Array {
  return lookupKeys === null ? derivedKey(tokenSecret, use) : Buffer.from(lookupKeys[use], 'base64')
}
