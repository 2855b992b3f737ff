import { hash } from 'node:crypto'

/** SHA-256 by OpenSSL. */
export const sha256 = (data: Uint8Array): Uint8Array => hash('sha256', data, 'buffer')
