import { abandonReply, type Command, type Reply, repeatReply, type StoredReplyRow } from '@maru/core'
import type { ReplyKey } from '../journal/index.ts'

export interface KeyGateOptions {
  /** The reply of a key that the core executed lately. */
  recent(siteId: number, memberId: number, key: string): StoredReplyRow | null
  /** Looks keys up in the database, all in one query. */
  find(keys: readonly ReplyKey[]): Promise<StoredReplyRow[]>
  /** Runs a command whose key is new; resolves after its commit. */
  run(command: Command): Promise<Reply>
}

const mostKeysALookup = 256

/**
 * Lets each idempotency key through once. A repeat waits for the one that is under way; a key that is not in memory is looked up in the
 * database first, many in one query, while batches before it commit.
 */
export function keyGate({ recent, find, run }: KeyGateOptions) {
  /** Keys between arrival and commit. */
  const underWay = new Map<string, Promise<unknown>>()
  let staged: Staged[] = []
  let lookups = 0

  async function submit(command: Command): Promise<Reply> {
    const key = keyOf(command)
    if (key === null) return run(command)
    const name = nameOf(key)
    for (let first = underWay.get(name); first !== undefined; first = underWay.get(name)) {
      await first.catch(() => undefined)
    }
    const known = recent(key.siteId, key.memberId, key.key)
    if (known !== null) return answer(command, known)
    const outcome = unless(command, key)
    underWay.set(name, outcome)
    try {
      return await outcome
    } finally {
      underWay.delete(name)
    }
  }

  async function unless(command: Command, key: ReplyKey): Promise<Reply> {
    const stored = await lookUp(key)
    return stored === null ? run(command) : answer(command, stored)
  }

  function lookUp(key: ReplyKey): Promise<StoredReplyRow | null> {
    return new Promise((resolve, reject) => {
      staged.push({ key, resolve, reject })
      // What arrives in the same turn of the event loop shares a query.
      if (staged.length === 1) setImmediate(sendLookups)
    })
  }

  /** Two lookups may be under way: the second fills while the first is answered. */
  function sendLookups(): void {
    while (staged.length > 0 && lookups < 2) {
      const sent = staged.slice(0, mostKeysALookup)
      staged = staged.slice(mostKeysALookup)
      lookups += 1
      find(sent.map(({ key }) => key))
        .then(
          (rows) => {
            const byName = new Map(rows.map((row) => [nameOf(row), row]))
            for (const { key, resolve } of sent) resolve(byName.get(nameOf(key)) ?? null)
          },
          (error: Error) => {
            for (const { reject } of sent) reject(error)
          },
        )
        .finally(() => {
          lookups -= 1
          sendLookups()
        })
    }
  }

  return {
    submit,
    /** The stored reply of a key, after what is under way for it. */
    async stored(key: ReplyKey): Promise<StoredReplyRow | null> {
      await underWay.get(nameOf(key))?.catch(() => undefined)
      return recent(key.siteId, key.memberId, key.key) ?? lookUp(key)
    },
  }
}

interface Staged {
  readonly key: ReplyKey
  resolve(row: StoredReplyRow | null): void
  reject(error: Error): void
}

const nameOf = (key: ReplyKey) => `${key.siteId}:${key.memberId}:${key.key}`

function keyOf(command: Command): ReplyKey | null {
  if (!('key' in command)) return null
  const key = typeof command.key === 'string' ? command.key : command.key.key
  return { siteId: command.siteId, memberId: command.memberId, key }
}

function answer(command: Command, stored: StoredReplyRow): Reply {
  if (command.kind === 'abandonKey') return abandonReply(stored)
  if ('key' in command) return repeatReply(stored, command.key)
  throw new Error(`a ${command.kind} command has no key`)
}
