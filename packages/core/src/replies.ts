import type { Envelope } from './envelope.ts'
import { isStored, replyKeyOf } from './idempotency.ts'
import type { State, Turn } from './state.ts'
import type { Command, Reply, ReplyKey, StoredReplyRow } from './types.ts'

/** Answers a command with a key whose rule gave no reply in its own turn. */
export function answerLater(state: State, command: Command, reply: Reply, turn: Turn): void {
  storeReply(state, command, reply, turn)
  turn.effects.late.push({ key: replyKeyOf(command)!, reply })
}

/** Keeps the reply to a command with a key, if it is one that a repeat gets. */
export function storeReply(state: State, command: Command, reply: Reply, turn: Turn): void {
  const key = (command as Envelope).key!
  const { route, bodyHash } = 'event' in key ? { route: command.kind, bodyHash: '' } : key
  if (isStored(reply.status)) store(state, replyRow(replyKeyOf(command)!, route, bodyHash, reply, turn), turn)
}

export const replyRow = (
  { siteId, actorKind, actorId, key }: ReplyKey,
  route: string,
  bodyHash: string,
  { status, body }: Reply,
  { at }: Turn,
): StoredReplyRow => ({ siteId, actorKind, actorId, key, route, bodyHash, status, body, at })

export function store(state: State, row: StoredReplyRow, turn: Turn): void {
  state.replies.remember(row)
  turn.effects.add('replies', row)
}
