import { lookup as lookupNow } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, Refused } from '../http/index.ts'

/** Which push services may be called. Tests play one on this machine. */
export interface PushReach {
  /** Whether an IP address may be called. */
  readonly allows: (address: string) => boolean
  /** A certificate to trust beside those of the system; null: none. */
  readonly ca: string | null
}

export const publicReach: PushReach = { allows: isPublicAddress, ca: null }

const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** The address of a push service that a browser gave. Refuses what is no https:// address, and what leads to a private one. */
export async function pushEndpoint(text: string, { allows }: PushReach): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new Refused('PUSH_INVALID')
  const name = nameOf(url)
  const addresses = isIP(name) === 0 ? await addressesOf(name) : [name]
  if (addresses.length === 0) throw new Refused('PUSH_INVALID')
  if (!addresses.every(allows)) throw new Refused('PUSH_PRIVATE')
  return url
}

async function addressesOf(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

/** The call would go to an address that nobody may name. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Looks a name up for a connection: a name that led elsewhere when it was given gives nothing. */
export function guardedLookup({ allows }: PushReach): LookupFunction {
  return (name, options, done) => {
    lookupNow(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      if (!found.every(({ address }) => allows(address))) return done(new PrivateAddress('a private address'), '', 0)
      if (options.all) return done(null, found)
      const [first] = found
      done(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}

/** A connection asks for no name where the address is a number. */
export const isAllowedHost = (url: URL, { allows }: PushReach): boolean =>
  isIP(nameOf(url)) === 0 || allows(nameOf(url))

const services: readonly (readonly [end: RegExp, name: string])[] = [
  [/(^|\.)googleapis\.com$/, 'push-google'],
  [/(^|\.)mozilla\.com$/, 'push-mozilla'],
  [/(^|\.)apple\.com$/, 'push-apple'],
  [/(^|\.)windows\.com$/, 'push-windows'],
]

/** Whose push service it is: one that fails holds up none of the others. */
export const pushService = (url: URL): string => services.find(([end]) => end.test(url.hostname))?.[1] ?? 'push-other'
