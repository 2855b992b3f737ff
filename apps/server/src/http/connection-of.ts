import { isIPv6 } from 'node:net'
import { canonical } from './address.ts'

/**
 * Whose an address is, as far as it tells: an IPv4 address is one connection, of IPv6 a connection has 2^64 addresses and goes by their
 * common half. Anything else stands for itself.
 */
export function connectionOf(address: string): string {
  const plain = canonical(address) ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** The /48 of an IPv6 address, null of any other: one customer may have all of it, and so may a carrier for thousands of them. */
export function networkOf(address: string): string | null {
  const plain = canonical(address) ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : null
}

/** The eight groups of a canonical IPv6 address. */
function groupsOf(plain: string): string[] {
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last]
}
