import {
  abandonReply,
  type Command,
  type Reply,
  type ReplyKey,
  repeatReply,
  replyKeyOf,
  replyName,
  type StoredReplyRow,
} from '@maru/core'
import type { Told, Version } from '../ports.ts'
import type { Pending } from './pending.ts'

export interface KeyGateConfig {
  /** The reply of a key that the core executed lately. */
  recent(key: ReplyKey): StoredReplyRow | null
  /** Whether the database holds nothing of a key, for sure. It is asked once for each key that is let through. */
  isNew(key: ReplyKey): boolean
  /** Looks keys up in the database, all in one query. */
  find(keys: readonly ReplyKey[]): Promise<StoredReplyRow[]>
  /** Queues a command whose key is new; it is resolved after its commit. */
  run(pending: Pending): void
  /** The newest committed state. */
  version(): Version
}

const mostKeysALookup = 256
const mostLookups = 2

/**
 * Lets each key through once: keys of members, of staff and of providers' events. A repeat waits for the command that is under way. A key
 * that may have been stored before is looked up in the database first, many in one query, while earlier batches commit. Every bet takes
 * this way, so a command costs one promise.
 */
export function keyGate({ recent, isNew, find, run, version }: KeyGateConfig) {
  /** Keys between arrival and commit, each with those who wait for its end. */
  const underWay = new Map<string, (() => void)[]>()
  let staged: Staged[] = []
  let lookups = 0

  function submit(command: Command): Promise<Told> {
    return new Promise((resolve, reject) => {
      const key = replyKeyOf(command)
      if (key === null) run({ command, resolve, reject })
      else enter({ command, key, resolve, reject })
    })
  }

  function enter(entry: Entry): void {
    const { key } = entry
    const name = replyName(key)
    const waiting = underWay.get(name)
    if (waiting !== undefined) {
      waiting.push(() => enter(entry))
      return
    }
    const known = recent(key)
    if (known !== null) {
      entry.resolve(told(entry.command, known))
      return
    }
    const followers: (() => void)[] = []
    underWay.set(name, followers)
    const leave = () => {
      underWay.delete(name)
      for (const follow of followers) follow()
    }
    const pending: Pending = {
      command: entry.command,
      resolve(reply) {
        entry.resolve(reply)
        leave()
      },
      reject(error) {
        entry.reject(error)
        leave()
      },
    }
    if (isNew(key)) {
      run(pending)
      return
    }
    stage({
      key,
      found: (stored) => (stored === null ? run(pending) : pending.resolve(told(entry.command, stored))),
      failed: pending.reject,
    })
  }

  /** What is stored is durable. */
  const told = (command: Command, stored: StoredReplyRow): Told => ({ ...answer(command, stored), ...version() })

  function stage(one: Staged): void {
    staged.push(one)
    // What arrives in the same turn of the event loop shares a query.
    if (staged.length === 1) setImmediate(sendLookups)
  }

  /** Two lookups may be under way: the second fills while the first is answered. */
  function sendLookups(): void {
    while (staged.length > 0 && lookups < mostLookups) {
      const sent = staged.slice(0, mostKeysALookup)
      staged = staged.slice(mostKeysALookup)
      lookups += 1
      const done = () => {
        lookups -= 1
        sendLookups()
      }
      find(sent.map(({ key }) => key)).then(
        (rows) => {
          const byName = rows.length === 0 ? null : new Map(rows.map((row) => [replyName(row), row]))
          for (const { key, found } of sent) found(byName?.get(replyName(key)) ?? null)
          done()
        },
        (error: Error) => {
          for (const { failed } of sent) failed(error)
          done()
        },
      )
    }
  }

  return {
    submit,
    /** Names of the keys between arrival and commit. */
    underWay: (): Iterable<string> => underWay.keys(),
    /** The stored reply of a key, after what is under way for it. */
    stored(key: ReplyKey): Promise<StoredReplyRow | null> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const known = recent(key)
          if (known !== null) resolve(known)
          else stage({ key, found: resolve, failed: reject })
        }
        const waiting = underWay.get(replyName(key))
        if (waiting === undefined) look()
        else waiting.push(look)
      })
    },
  }
}

interface Entry extends Pending {
  readonly key: ReplyKey
}

interface Staged {
  readonly key: ReplyKey
  readonly found: (row: StoredReplyRow | null) => void
  readonly failed: (error: Error) => void
}

/** The stored reply, as the answer to a command that repeats its key or abandons it. */
const answer = ({ key }: Command, stored: StoredReplyRow): Reply =>
  key === null ? abandonReply(stored) : repeatReply(stored, key)
