import { ed25519 as curve } from '@noble/curves/ed25519.js'

/** Ed25519 in plain JavaScript: not every browser has it, and none on insecure origins. RFC 8032 rules, as OpenSSL's. */
export const ed25519 = {
  generate(): { secretKey: Uint8Array; publicKey: Uint8Array } {
    return curve.keygen()
  },
  publicKey: (secret: Uint8Array): Uint8Array => curve.getPublicKey(secret),
  sign: (message: Uint8Array, secret: Uint8Array): Uint8Array => curve.sign(message, secret),
  verify: (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean =>
    curve.verify(signature, message, key, { zip215: false }),
}
