import { sha256 as portable } from '@noble/hashes/sha2.js'

/** SHA-256 in plain JavaScript: the browser's own is asynchronous and only there on secure origins. */
export const sha256 = (data: Uint8Array): Uint8Array => portable(data)
