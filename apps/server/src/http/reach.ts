import { lookup as lookupNow } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Which servers may be called whose address somebody else named. Tests play one on this machine. */
export interface Reach {
  /** Whether an IP address may be called. */
  readonly allows: (address: string) => boolean
  /** A certificate to trust beside those of the system; null: none. */
  readonly ca: string | null
}

export const publicReach: Reach = { allows: isPublicAddress, ca: null }

const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** An https:// address that somebody else named; INVALID where it is none, PRIVATE where it leads to a private one. */
export async function httpsUrl(text: string, { allows }: Reach): Promise<URL | 'INVALID' | 'PRIVATE'> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '')
    return 'INVALID'
  const name = nameOf(url)
  const addresses = isIP(name) === 0 ? await addressesOf(name) : [name]
  if (addresses.length === 0) return 'INVALID'
  return addresses.every(allows) ? url : 'PRIVATE'
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
export function guardedLookup({ allows }: Reach): LookupFunction {
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
export const isAllowedHost = (url: URL, { allows }: Reach): boolean => isIP(nameOf(url)) === 0 || allows(nameOf(url))
