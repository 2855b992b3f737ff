import type { Book, CommandRule } from './book.ts'
import { abandonReply, isStored, refusalReply, repeatReply } from './idempotency.ts'
import type { State, Turn } from './state.ts'
import type { Command, IdempotencyKey, Reply, StoredReplyRow } from './types.ts'

/** Executes a command by the rule of the book that it belongs to. */
export type Dispatch = (state: State, command: Command, turn: Turn) => Reply

/** Derives the dispatch from the commands of the books. */
export function dispatchOf(books: readonly Book[]): Dispatch {
  const rules = new Map<string, CommandRule<never>>()
  for (const { name, commands } of books)
    for (const [kind, rule] of Object.entries(commands)) {
      if (rules.has(kind)) throw new TypeError(`book ${name} takes the command ${kind} of another`)
      rules.set(kind, rule as CommandRule<never>)
    }
  return (state, command, turn) => {
    if (command.kind === 'abandonKey') return abandon(state, command, turn)
    const rule = rules.get(command.kind)
    if (!rule) throw new TypeError(`unknown command ${JSON.stringify(command)}`)
    const run = () => rule.run(state, command as never, turn)
    return rule.key === 'client' ? once(state, command as Keyed, turn, run) : run()
  }
}

type Keyed = { readonly siteId: number; readonly memberId: number; readonly key: IdempotencyKey }

/** Executes a command once per key: a repeat gets the stored reply. */
function once(state: State, command: Keyed, turn: Turn, work: () => Reply): Reply {
  const { siteId, memberId, key } = command
  const stored = state.replies.find(memberId, key.key)
  if (stored) return repeatReply(stored, key)
  const reply = work()
  if (isStored(reply.status)) {
    store(state, { siteId, memberId, ...key, status: reply.status, body: reply.body, at: turn.at }, turn)
  }
  return reply
}

/** Makes a key unusable; an executed one answers what was stored. */
function abandon(state: State, command: Extract<Command, { kind: 'abandonKey' }>, turn: Turn): Reply {
  const { siteId, memberId, key } = command
  const stored = state.replies.find(memberId, key)
  if (stored) return abandonReply(stored)
  const reply = refusalReply('COMMAND_UNKNOWN')
  store(state, { siteId, memberId, key, route: '', bodyHash: '', ...reply, at: turn.at }, turn)
  return reply
}

function store(state: State, row: StoredReplyRow, turn: Turn): void {
  state.replies.remember(row)
  turn.effects.add('replies', row)
}
