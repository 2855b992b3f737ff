import { randomBytes } from 'node:crypto'
import { type DirectionKeys, signRequest, verifyAnswer } from '@maru/provider-protocol'

/** Where a provider is reached, and the keys of the site there. */
export interface ProviderAccess extends DirectionKeys {
  /** Paths of the protocol are added to it. */
  readonly baseUrl: string
  /** A browser reaches it under the name of the machine that it reaches the product by. */
  readonly isEverywhere?: boolean
  /** So long what moved may be on one side only; without it a day. */
  readonly transitMs?: number | undefined
}

/** A signed answer, or why there is none. */
export type Received =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: null; readonly fault: string }

export interface TransportConfig {
  /** Epoch ms of the wall clock. */
  readonly now: () => number
  /** How long the provider may take for the whole of its answer. */
  readonly timeoutMs: number
}

const mostBytes = 2 * 1024 * 1024

/** One signed exchange. Never throws for what happens outside: it comes back as a fault. */
export async function exchange(
  { baseUrl, call, webhook }: ProviderAccess,
  { method, path, body = '' }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
  { now, timeoutMs }: TransportConfig,
): Promise<Received> {
  const url = new URL(`${baseUrl}${path}`)
  const nonce = randomBytes(18).toString('base64url')
  const signed = signRequest({ method, host: url.host, path: `${url.pathname}${url.search}`, body }, call[0], {
    time: now(),
    nonce,
  })
  try {
    const response = await fetch(url, {
      method,
      headers: { ...signed, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      ...(body === '' ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answered = await bodyOf(response)
    if (answered === null) return { status: null, fault: 'the answer is too long' }
    const { status } = response
    const verdict = verifyAnswer(
      { status, body: answered, nonce },
      Object.fromEntries(response.headers),
      webhook,
      now(),
    )
    if (!verdict.ok) return { status: null, fault: `answer ${status} without a good signature (${verdict.fault})` }
    return { status, body: JSON.parse(answered.toString('utf8')) as unknown }
  } catch (error) {
    return { status: null, fault: faultOf(error) }
  }
}

/** The body, or null past the bound. */
async function bodyOf(response: Response): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function faultOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return 'no answer in time'
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
