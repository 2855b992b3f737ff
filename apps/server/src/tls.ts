import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'

/** How a TCP peer is spoken to over TLS: its certificate is verified, for its host. Plain data, so that a thread can be given it. */
export interface PeerTls {
  readonly minVersion: 'TLSv1.2'
  readonly rejectUnauthorized: true
  /** PEM; undefined: those that Node.js trusts. */
  readonly ca?: string[]
}

/** Whether nothing between this process and `host` can listen in: an address of this machine, or the folder of a socket. */
export const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** `caFile` holds certificates that are trusted beside those of Node.js. Throws what reading the file throws. */
export const peerTls = (caFile: string | null): PeerTls => ({
  minVersion: 'TLSv1.2',
  rejectUnauthorized: true,
  ...(caFile !== null && { ca: [...getCACertificates('default'), readFileSync(caFile, 'utf8')] }),
})
