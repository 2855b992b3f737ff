import type { Book, CommandRule } from './book.ts'
import { type Envelope, envelopeFault } from './envelope.ts'
import { abandonReply, refusalReply, repeatReply, replyKeyOf } from './idempotency.ts'
import { replyRow, store, storeReply } from './replies.ts'
import { beforeMember, type State, type Turn } from './state.ts'
import type { Command, Reply } from './types.ts'
import { countAnew } from './wallet.ts'

/** Executes a command by the rule of the book that it belongs to; null: its answer comes later. */
export type Dispatch = (state: State, command: Command, turn: Turn) => Reply | null

type AnyRule = CommandRule<Envelope & Command>
type Abandon = Extract<Command, { kind: 'abandonKey' }>

const abandonKey: CommandRule<Abandon> = { actors: ['member'], key: 'none', run: abandon }

/** Derives the dispatch from the commands of the books. */
export function dispatchOf(books: readonly Book[]): Dispatch {
  const rules = new Map<string, AnyRule>([['abandonKey', abandonKey as unknown as AnyRule]])
  for (const { name, commands } of books)
    for (const [kind, rule] of Object.entries(commands)) {
      if (rules.has(kind)) throw new TypeError(`book ${name} takes the command ${kind} of another`)
      rules.set(kind, rule as unknown as AnyRule)
    }
  return (state, command, turn) => {
    const rule = rules.get(command.kind)
    if (!rule) throw new TypeError(`unknown command ${JSON.stringify(command)}`)
    assertGiven(command, rule)
    const run = () => {
      if (isByStaff(state, command)) return refusalReply('STAFF_NO_TRADING')
      if ('memberId' in command) {
        beforeMember(state, command.memberId, turn)
        countAnew(state, command.memberId, turn)
      }
      return rule.run(state, command, turn)
    }
    return rule.key === 'none' ? run() : once(state, command, turn, run)
  }
}

/** Throws where a command is not given as its rule says: the caller is broken, and nothing has changed yet. */
function assertGiven(command: Command, { actors, key }: AnyRule): void {
  const { actor } = command
  const fault = actors.includes(actor.kind) ? envelopeFault(command) : `is not for ${actor.kind} to give`
  if (fault !== null) throw new TypeError(`the command ${command.kind} ${fault}`)
  if (keyKindOf(command) !== key) throw new TypeError(`the key of the command ${command.kind} is not ${key}`)
}

const keyKindOf = ({ key }: Envelope): AnyRule['key'] =>
  key === null ? 'none' : 'event' in key ? 'external' : 'client'

/** Whether a member's command comes from a member of staff: he has no money, sets no limits and trades nothing. */
const isByStaff = (state: State, { kind, actor }: Command): boolean =>
  kind !== 'abandonKey' && actor.kind === 'member' && state.members.get(actor.id)?.row.isStaff === true

/** Executes a command once per key: a repeat gets the stored reply. */
function once(state: State, command: Command, turn: Turn, work: () => Reply | null): Reply | null {
  const key = (command as Envelope).key!
  const name = replyKeyOf(command)!
  const stored = state.replies.find(name)
  if (stored) return repeatReply(stored, key)
  const reply = work()
  if (reply !== null) storeReply(state, command, reply, turn)
  return reply
}

/** Makes a key unusable; an executed one answers what was stored. */
function abandon(state: State, command: Abandon, turn: Turn): Reply {
  const name = replyKeyOf(command)!
  const stored = state.replies.find(name)
  if (stored) return abandonReply(stored)
  const reply = refusalReply('COMMAND_UNKNOWN')
  store(state, replyRow(name, '', '', reply, turn), turn)
  return reply
}
