import { createHash } from 'node:crypto'
import type { Coin } from '@maru/contract'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A network that carries a coin. */
export type Network = 'TRC20' | 'ERC20' | 'BTC' | 'XRP'

/** The networks of each coin, the usual one first. */
export const networksOf: Readonly<Record<Coin, readonly Network[]>> = {
  USDT: ['TRC20', 'ERC20'],
  BTC: ['BTC'],
  ETH: ['ERC20'],
  XRP: ['XRP'],
}

/** Whether a text is an address of a network, its checksum included. A demo site takes the sandbox's addresses too. */
export function isAddress(network: Network, text: string, isDemo: boolean): boolean {
  if (isDemo && demoForm.test(text)) return true
  if (network === 'ERC20') return isEthereum(text)
  if (network === 'TRC20') return base58Payload(text, bitcoinAlphabet)?.[0] === 0x41
  if (network === 'XRP') return base58Payload(text, rippleAlphabet)?.[0] === 0
  return /^bc1/i.test(text) ? isSegwit(text) : [0x00, 0x05].includes(base58Payload(text, bitcoinAlphabet)?.[0] ?? -1)
}

const demoForm = /^demo[0-9a-hj-km-np-tv-z]{36}$/

/** An address that no network knows, made of a key that belongs to one member for ever. */
export function demoAddress(secret: Uint8Array, of: string): string {
  const digits = createHash('sha256').update(secret).update(of).digest()
  return `demo${[...digits.subarray(0, 18)].map((byte) => base32[byte >> 4]! + base32[(byte & 15) + 16]!).join('')}`
}
const base32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** EIP-55: letters of both cases are a checksum; one case alone has none. */
function isEthereum(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = keccak_256(new TextEncoder().encode(lower))
  const mixed = [...lower].map((digit, index) => {
    const nibble = index % 2 === 0 ? hash[index >> 1]! >> 4 : hash[index >> 1]! & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return mixed.join('') === digits
}

const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
/** A version byte, a hash of 20 bytes and a checksum. */
const payloadBytes = 25

/** Version and hash of a base58check address, or null where its form or checksum is wrong. */
function base58Payload(text: string, alphabet: string): Buffer | null {
  if (text.length < 25 || text.length > 35) return null
  let value = 0n
  for (const digit of text) {
    const worth = alphabet.indexOf(digit)
    if (worth < 0) return null
    value = value * 58n + BigInt(worth)
  }
  const hex = value.toString(16)
  if (hex.length > payloadBytes * 2) return null
  const bytes = Buffer.from(hex.padStart(payloadBytes * 2, '0'), 'hex')
  const leading = /^(.)\1*/.exec(text)?.[0] ?? ''
  const zeros = bytes.findIndex((byte) => byte !== 0)
  if ((text.startsWith(alphabet[0]!) ? leading.length : 0) !== zeros) return null
  const payload = bytes.subarray(0, 21)
  return sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(21)) ? payload : null
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Checks = { v0: 1, later: 0x2bc830a3 } as const
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const

/** Bitcoin's own form (BIP 173, BIP 350). */
function isSegwit(text: string): boolean {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return false
  const digits = [...text.toLowerCase().slice(3)].map((digit) => bech32Digits.indexOf(digit))
  if (digits.includes(-1) || digits.length < 14 || digits.length > 71) return false
  const version = digits[0]!
  if (bech32Checksum([3, 3, 0, 2, 3, ...digits]) !== (version === 0 ? bech32Checks.v0 : bech32Checks.later))
    return false
  const bytes = Math.floor(((digits.length - 7) * 5) / 8)
  return version === 0 ? bytes === 20 || bytes === 32 : version <= 16 && bytes >= 2 && bytes <= 40
}

function bech32Checksum(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of bech32Generators.entries()) if ((top >> bit) & 1) check ^= generator
  }
  return check >>> 0
}
