import { type ErrorCode, errors } from '@maru/contract'
import type { IdempotencyKey, Refusal, Reply, StoredReplyRow } from './types.ts'

/** A refusal as a reply: the catalogue's status, and code with parameters as the body. */
export function refusalReply(code: ErrorCode, params: Refusal['params'] = {}): Reply {
  return { status: errors[code].http ?? 400, body: { code, params } satisfies Refusal }
}

/** The answer to a key that was executed (or abandoned) before: its stored reply, or why it cannot be. */
export function repeatReply(stored: StoredReplyRow, key: Pick<IdempotencyKey, 'route' | 'bodyHash'>): Reply {
  if (stored.route === '') return { status: stored.status, body: stored.body }
  if (stored.route !== key.route || stored.bodyHash !== key.bodyHash) return refusalReply('IDEMPOTENCY_KEY_REUSED')
  return { status: stored.status, body: stored.body }
}

/** The answer to abandoning a key that has a stored reply: that reply, or COMMAND_UNKNOWN when it was abandoned before. */
export function abandonReply(stored: StoredReplyRow): Reply {
  if (stored.route === '') return { status: stored.status, body: stored.body }
  return { status: 200, body: { status: stored.status, body: stored.body } }
}

/** Replies of this kind are not stored: the client may try again with the same key. */
export const isStored = (status: number): boolean => status !== 429 && status < 500

/**
 * The newest replies, in two generations: the older one is dropped when the newer is full or old. What is dropped is long in
 * the database: a generation is many times what can wait for its commit.
 */
export class ReplyMemory {
  #young = new Map<string, StoredReplyRow>()
  #old = new Map<string, StoredReplyRow>()
  #since = 0

  find(memberId: number, key: string): StoredReplyRow | null {
    const name = `${memberId}:${key}`
    return this.#young.get(name) ?? this.#old.get(name) ?? null
  }

  remember(row: StoredReplyRow): void {
    if (this.#young.size >= GENERATION_MAX || row.at - this.#since > GENERATION_MS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#since = row.at
    }
    this.#young.set(`${row.memberId}:${row.key}`, row)
  }
}

const GENERATION_MAX = 20_000
const GENERATION_MS = 60_000
