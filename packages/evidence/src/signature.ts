import { ed25519 } from '#ed25519'
import { fromHex, toHex } from './bytes.ts'
import { jcs } from './jcs.ts'

const encoder = new TextEncoder()

/** A new Ed25519 key pair, hex of 32 bytes each. */
export function generateKeyPair(): { secretKey: string; publicKey: string } {
  const pair = ed25519.generate()
  return { secretKey: toHex(pair.secretKey), publicKey: toHex(pair.publicKey) }
}

/** The public key (hex) of a secret key (hex). */
export const publicKeyOf = (secretKey: string): string => toHex(ed25519.publicKey(fromHex(secretKey)))

/** Ed25519 signature (hex) over the JCS of `value`. */
export const sign = (value: unknown, secretKey: string): string =>
  toHex(ed25519.sign(encoder.encode(jcs(value)), fromHex(secretKey)))

/** Whether `signature` (hex) is that of `publicKey` (hex) over the JCS of `value`. False for malformed keys and signatures. */
export function verify(value: unknown, signature: string, publicKey: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(publicKey)) return false
  try {
    return ed25519.verify(fromHex(signature), encoder.encode(jcs(value)), fromHex(publicKey))
  } catch {
    return false // a public key that is no point of the curve
  }
}
