import { type ErrorCode, errors } from '@maru/contract'
import type { Envelope, ExternalKey, MemberActor, ProviderActor, StaffActor } from './envelope.ts'
import type { Command, IdempotencyKey, Refusal, Reply, ReplyKey, StoredReplyRow } from './types.ts'

export const replyKey = (siteId: number, actor: MemberActor | StaffActor | ProviderActor, key: string): ReplyKey => ({
  siteId,
  actorKind: actor.kind,
  actorId: String(actor.id),
  key,
})

/** A key as text. */
export const replyName = ({ siteId, actorKind, actorId, key }: ReplyKey) => `${siteId}:${actorKind}:${actorId}:${key}`

/** The key whose reply a command is answered with when it comes again, or gives up; null: it has none. */
export function replyKeyOf(command: Command): ReplyKey | null {
  const { siteId, actor, key } = command as Envelope
  if (siteId === null || actor.kind === 'system') return null
  if (key !== null) return replyKey(siteId, actor, 'event' in key ? key.event : key.key)
  return command.kind === 'abandonKey' ? replyKey(siteId, actor, command.abandoned) : null
}

/** A refusal as a reply: the catalogue's status, and code with parameters as the body. */
export function refusalReply(code: ErrorCode, params: Refusal['params'] = {}): Reply {
  return { status: errors[code].http ?? 400, body: { code, params } satisfies Refusal }
}

/** The answer to a key that was executed (or abandoned) before: its stored reply, or why it cannot be. */
export function repeatReply(stored: StoredReplyRow, key: IdempotencyKey | ExternalKey): Reply {
  if (stored.route === '' || 'event' in key) return { status: stored.status, body: stored.body }
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
 * the database: a generation is many times what can wait for its commit. It is no longer than that: five times as many were a third of what a
 * busy core held, and the garbage collector marks all of it (bench `gap`).
 */
export class ReplyMemory {
  #young = new Map<string, StoredReplyRow>()
  #old = new Map<string, StoredReplyRow>()
  #since = 0

  find(key: ReplyKey): StoredReplyRow | null {
    const name = replyName(key)
    return this.#young.get(name) ?? this.#old.get(name) ?? null
  }

  remember(row: StoredReplyRow): void {
    if (this.#young.size >= GENERATION_MAX || row.at - this.#since > GENERATION_MS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#since = row.at
    }
    this.#young.set(replyName(row), row)
  }
}

const GENERATION_MAX = 4_000
const GENERATION_MS = 60_000
