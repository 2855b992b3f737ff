import { isIPv6 } from 'node:net'
import { canonical } from './address.ts'

/**
 * Whose an address is, as far as it tells: an IPv4 address is one connection, of IPv6 a connection has 2^64 addresses and goes by their
 * common half. Anything else stands for itself.
 */
export function connectionOf(address: string): string {
  const plain = canonical(address) ?? address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
