import { hash } from 'node:crypto'
import { type ReplyKey, replyName } from '@maru/core'
import { KeyFilter } from './key-filter.ts'

/** Reads the hashes of all stored keys, eight bytes each, piece by piece. */
export type ReadHashes = (onHashes: (hashes: Buffer) => void) => Promise<void>

export interface KeySources {
  readonly read: ReadHashes
  /** Names of the keys that were let through and have no durable end yet: the database may get their replies while it is read. */
  readonly underWay: () => Iterable<string>
  readonly onFailed: (error: Error) => void
}

const retryMs = 5_000

/**
 * Tells of a key whether the database may hold its reply, so that a new key needs no lookup. It knows each key that this process let
 * through, and those of before once they were read. At times it takes a new key for a known one, never the other way.
 */
export class KnownKeys {
  readonly #sources: KeySources
  /** Holds every key that the database does; null while those of before are not read. */
  #all: KeyFilter | null = null
  /** What is being read, and every key that was let through meanwhile. */
  #next: KeyFilter | null = null
  /** With more keys it is read anew: the database forgets old ones. */
  #most = 0
  readonly #growth: number
  #readings = 0
  #retry: NodeJS.Timeout | undefined

  /** It is read anew once it holds `growth` more than twice the keys that were read. */
  constructor(sources: KeySources, growth = 1 << 20) {
    this.#sources = sources
    this.#growth = growth
  }

  /** Another process may have stored replies until now: nothing is new before all keys were read again. */
  begin(): void {
    this.#all = null
    void this.#fill()
  }

  end(): void {
    this.#readings += 1
    clearTimeout(this.#retry)
  }

  /** Whether no reply of the key can be stored. The key is known from now on. */
  isNew(key: ReplyKey): boolean {
    const bytes = hashOf(replyName(key))
    const isNew = this.#all !== null && !this.#all.has(bytes, 0)
    this.#all?.add(bytes, 0)
    this.#next?.add(bytes, 0)
    if (this.#next === null && this.#all !== null && this.#all.size > this.#most) void this.#fill()
    return isNew
  }

  async #fill(): Promise<void> {
    clearTimeout(this.#retry)
    this.#readings += 1
    const reading = this.#readings
    const filter = new KeyFilter()
    this.#next = filter
    const { read, underWay, onFailed } = this.#sources
    for (const name of underWay()) filter.add(hashOf(name), 0)
    try {
      await read((hashes) => {
        if (reading !== this.#readings) throw new Error('another reading began, or the runner ended')
        for (let at = 0; at < hashes.length; at += 8) filter.add(hashes, at)
      })
      if (reading !== this.#readings) return
      this.#all = filter
      this.#next = null
      this.#most = 2 * filter.size + this.#growth
    } catch (error) {
      if (reading !== this.#readings) return
      onFailed(error as Error)
      this.#retry = setTimeout(() => void this.#fill(), retryMs).unref()
    }
  }
}

const hashOf = (name: string): Buffer => hash('sha256', name, 'buffer')
