import { sha256 } from '#sha256'
import { fromHex } from './bytes.ts'
import { jcs } from './jcs.ts'

// Leaves and nodes have different first bytes, so that one cannot pass for the other (RFC 6962, 2.1).
const LEAF = 0x00
const NODE = 0x01
const HASH_BYTES = 32
const encoder = new TextEncoder()

/** SHA-256(0x00 ‖ JCS(value)), 32 bytes. */
export const leafHash = (value: unknown): Uint8Array => sha256(encoder.encode(`\0${jcs(value)}`))

/** SHA-256(0x00 ‖ salt ‖ JCS(value)): a leaf whose content nobody can guess from its hash. `salt` is hex. */
export function saltedLeafHash(salt: string, value: unknown): Uint8Array {
  const saltBytes = fromHex(salt)
  const text = encoder.encode(jcs(value))
  const input = new Uint8Array(1 + saltBytes.length + text.length)
  input[0] = LEAF
  input.set(saltBytes, 1)
  input.set(text, 1 + saltBytes.length)
  return sha256(input)
}

/** SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes')
  const input = new Uint8Array(1 + 2 * HASH_BYTES)
  input[0] = NODE
  input.set(left, 1)
  input.set(right, 1 + HASH_BYTES)
  return sha256(input)
}

/** Root of the tree without leaves: SHA-256 of nothing (RFC 6962, 2.1). */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array(0))

/** The value before the first link of a chain: 32 zero bytes. */
export const chainStart = (): Uint8Array => new Uint8Array(HASH_BYTES)

/** chain_n = SHA-256(chain_{n−1} ‖ root_n). */
export function chainHash(previous: Uint8Array, root: Uint8Array): Uint8Array {
  if (previous.length !== HASH_BYTES || root.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes')
  const input = new Uint8Array(2 * HASH_BYTES)
  input.set(previous)
  input.set(root, HASH_BYTES)
  return sha256(input)
}
