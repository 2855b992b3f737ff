import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { keyIdForm, keyOf, type ProtocolKey, secretBytes } from './keys.ts'

/** How far the clocks of the two sides may differ. */
export const clockToleranceMs = 300_000
/** How long a receiver remembers nonces: both tolerances, so that nothing acceptable is forgotten. */
export const nonceKeptMs = 600_000

export const headerNames = {
  key: 'maru-key',
  time: 'maru-time',
  nonce: 'maru-nonce',
  signature: 'maru-signature',
} as const

/** What a signature covers of a request. */
export interface RequestToSign {
  readonly method: string
  /** As in the Host header: with the port where it is not the scheme's own. */
  readonly host: string
  /** With the query, as it is sent. */
  readonly path: string
  readonly body: string | Uint8Array
}

/** When something was signed (epoch ms), and a name that no other signature of ten minutes has. */
export interface Stamp {
  readonly time: number
  readonly nonce: string
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>
export type SignatureFault = 'FORM' | 'KEY' | 'SIGNATURE' | 'TIME'
export type Verdict =
  | ({ readonly ok: true; readonly keyId: string } & Stamp)
  | { readonly ok: false; readonly fault: SignatureFault }

/** The text under the signature of a request: seven lines. */
export const requestText = ({ method, host, path, body }: RequestToSign, { time, nonce }: Stamp): string =>
  ['MARU-1-REQUEST', method.toUpperCase(), host.toLowerCase(), path, String(time), nonce, bodyHash(body)].join('\n')

/** The text under the signature of an answer: it names the nonce of its request, so that it answers nothing else. */
export const answerText = (status: number, body: string | Uint8Array, { time, nonce }: Stamp): string =>
  ['MARU-1-ANSWER', String(status), String(time), nonce, bodyHash(body)].join('\n')

export const signRequest = (request: RequestToSign, key: ProtocolKey, stamp: Stamp): Record<string, string> =>
  headersOf(key, stamp, requestText(request, stamp))

/** Verifies form, key, signature and time. Whether the nonce is new is the receiver's to know. */
export const verifyRequest = (
  request: RequestToSign,
  headers: Headers,
  keys: readonly ProtocolKey[],
  now: number,
): Verdict => verify(headers, keys, now, (stamp) => requestText(request, stamp))

/** `nonce` is that of the request. */
export const signAnswer = (
  status: number,
  body: string | Uint8Array,
  key: ProtocolKey,
  stamp: Stamp,
): Record<string, string> => headersOf(key, stamp, answerText(status, body, stamp))

/** An answer without a good signature over the request's nonce was given by nobody: it says nothing of the outcome. */
export function verifyAnswer(
  { status, body, nonce }: { readonly status: number; readonly body: string | Uint8Array; readonly nonce: string },
  headers: Headers,
  keys: readonly ProtocolKey[],
  now: number,
): Verdict {
  const verdict = verify(headers, keys, now, (stamp) => answerText(status, body, stamp))
  return verdict.ok && verdict.nonce !== nonce ? { ok: false, fault: 'SIGNATURE' } : verdict
}

function headersOf(key: ProtocolKey, { time, nonce }: Stamp, text: string): Record<string, string> {
  return {
    [headerNames.key]: key.id,
    [headerNames.time]: String(time),
    [headerNames.nonce]: nonce,
    [headerNames.signature]: hmacHex(key.secret, text),
  }
}

function verify(
  headers: Headers,
  keys: readonly ProtocolKey[],
  now: number,
  textOf: (stamp: Stamp) => string,
): Verdict {
  const id = one(headers[headerNames.key], keyIdForm)
  const time = one(headers[headerNames.time], /^[1-9]\d{12}$/)
  const nonce = one(headers[headerNames.nonce], nonceForm)
  const signature = one(headers[headerNames.signature], /^[0-9a-f]{64}$/)
  if (id === null || time === null || nonce === null || signature === null) return { ok: false, fault: 'FORM' }
  const key = keyOf(keys, id, now)
  if (key === null) return { ok: false, fault: 'KEY' }
  const stamp = { time: Number(time), nonce }
  if (!sameHex(hmacHex(key.secret, textOf(stamp)), signature)) return { ok: false, fault: 'SIGNATURE' }
  if (Math.abs(now - stamp.time) > clockToleranceMs) return { ok: false, fault: 'TIME' }
  return { ok: true, keyId: id, ...stamp }
}

const nonceForm = /^[A-Za-z0-9_-]{16,64}$/

/** A header that came once and has the form. */
const one = (value: string | readonly string[] | undefined, form: RegExp): string | null =>
  typeof value === 'string' && form.test(value) ? value : null

export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secretBytes(secret)).update(text, 'utf8').digest('hex')

export const bodyHash = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex')

/** Compares in constant time; both are 64 hex characters. */
export const sameHex = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
