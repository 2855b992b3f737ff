import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Whose `X-Forwarded-*` headers are trusted: those of so many proxies in front, of proxies at these addresses, or nobody's. */
export type TrustedProxies = boolean | number | string

/** Express's reading of the setting; Fastify has none for a number of proxies. */
export const trustOf = (proxies: TrustedProxies): boolean | string | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies

/**
 * Makes `request.ip` an address whatever is sent: what a proxy passed on counts as far as it is one. So nobody writes his own name into
 * locks, limits and the list of sessions.
 */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.ips !== undefined) Object.defineProperty(request, 'ip', { value: farthest(request.ips) })
    done()
  })
}

/** The last of the addresses from the nearest on that are addresses. */
function farthest(hops: readonly string[]): string {
  let found = ''
  for (const hop of hops) {
    const address = canonical(hop)
    if (address === null) break
    found = address
  }
  return found
}

/** An address in one form: no port, no zone, no brackets, IPv4 as such; null for what is none. */
export function canonical(text: string): string | null {
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').toLowerCase()
  if (isIP(address) === 4) return address
  if (isIP(address) !== 6) return null
  const host = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(host)
  if (mapped === null) return host
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
