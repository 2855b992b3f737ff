import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

// DER headers of an Ed25519 key (RFC 8410): the raw 32 bytes follow.
const privateHeader = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicHeader = Buffer.from('302a300506032b6570032100', 'hex')

const privateKey = (secret: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([privateHeader, secret]), format: 'der', type: 'pkcs8' })
const publicKeyObject = (key: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([publicHeader, key]), format: 'der', type: 'spki' })

/** Ed25519 by OpenSSL: raw keys of 32 bytes, signatures of 64. */
export const ed25519 = {
  generate(): { secretKey: Uint8Array; publicKey: Uint8Array } {
    const pair = generateKeyPairSync('ed25519')
    const secretKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privateHeader.length)
    return { secretKey, publicKey: ed25519.publicKey(secretKey) }
  },
  publicKey: (secret: Uint8Array): Uint8Array =>
    createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(publicHeader.length),
  sign: (message: Uint8Array, secret: Uint8Array): Uint8Array => sign(null, message, privateKey(secret)),
  verify: (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean =>
    verify(null, message, publicKeyObject(key), signature),
}
