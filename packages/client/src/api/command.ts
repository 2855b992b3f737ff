import type { BodyOf, IdempotentCall, ReplyOf } from '@maru/contract/client'
import { type CallInput, call } from './client.ts'
import { ApiError, errorOfAnswer, isApiError } from './error.ts'

export interface CommandPorts {
  /** Asks what became of the key; null while the server does not know it. */
  status: (key: string) => Promise<{ status: number; body: unknown } | null>
  /** Makes the key unusable and tells what became of it; null: it was never carried out and never will be. */
  abandon: (key: string) => Promise<{ status: number; body: unknown } | null>
  wait: (ms: number) => Promise<void>
}

/** Pauses before each question; then the key is given up. */
const questionsMs = [300, 700, 1_500]
/** Pauses between tries to give a key up while nothing answers. */
const abandonMs = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Sends a bet, an order or a money request exactly once. When no answer comes, `onChecking` is called (확인 중) and the key is
 * asked about; if the server does not know it, it is made unusable, so that a late arrival of the request does nothing. Throws
 * ApiError: the refusal itself, NOT_PROCESSED, or RESULT_UNKNOWN when the server could not be reached at all.
 */
export async function submitCommand<N extends IdempotentCall>(
  name: N,
  body: BodyOf<N>,
  onChecking?: () => void,
  key = newKey(),
): Promise<ReplyOf<N>> {
  try {
    return await call(name, { body, key } as unknown as CallInput<N>)
  } catch (error) {
    if (!isApiError(error) || !error.isAmbiguous) throw error
    onChecking?.()
    return (await reconcile(key, httpPorts)) as ReplyOf<N>
  }
}

/** Finds out what became of a command that an earlier life of this page sent under `key`. Throws as submitCommand does. */
export const recoverCommand = async <N extends IdempotentCall>(_name: N, key: string): Promise<ReplyOf<N>> =>
  (await reconcile(key, httpPorts)) as ReplyOf<N>

/** Finds out what became of a command whose answer did not arrive. */
export async function reconcile(key: string, ports: CommandPorts): Promise<unknown> {
  for (const pause of questionsMs) {
    await ports.wait(pause)
    const known = await answered(() => ports.status(key))
    if (known !== undefined && known !== null) return outcome(known)
  }
  for (const pause of abandonMs) {
    await ports.wait(pause)
    const known = await answered(() => ports.abandon(key))
    if (known === null) throw new ApiError('NOT_PROCESSED')
    if (known !== undefined) return outcome(known)
  }
  throw new ApiError('RESULT_UNKNOWN')
}

/** undefined while nothing answers; a refusal is not such a case. */
async function answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isApiError(error) && (error.isAmbiguous || error.status === 429)) return undefined
    throw error
  }
}

function outcome({ status, body }: { status: number; body: unknown }): unknown {
  if (status >= 400) throw errorOfAnswer(status, body)
  return body
}

const known = async (ask: Promise<{ status: number; body: unknown }>) => {
  try {
    return await ask
  } catch (error) {
    if (isApiError(error) && error.code === 'COMMAND_UNKNOWN') return null
    throw error
  }
}

const httpPorts: CommandPorts = {
  status: (key) => known(call('GET /api/command/:key', { params: { key } })),
  abandon: (key) => known(call('POST /api/command/:key/abandon', { params: { key }, body: {} })),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** A random UUID; randomUUID itself is missing on insecure origins (a phone in the local network). */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
