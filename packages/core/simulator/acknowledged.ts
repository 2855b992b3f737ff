import type { Reply } from '../src/index.ts'
import { equal } from './checks.ts'
import type { Store } from './store.ts'

/** Replies that clients got once their batch was stored: they never change, and no crash loses them. */
export class Acknowledged {
  readonly #replies = new Map<string, Reply>()

  add(name: string, reply: Reply): void {
    const earlier = this.#replies.get(name)
    if (earlier) equal(JSON.stringify(reply), JSON.stringify(earlier), `the reply of ${name} when repeated`)
    this.#replies.set(name, reply)
  }

  /** Replies that the database holds no more: what is asked again is answered again. */
  forget(names: readonly string[]): void {
    for (const name of names) this.#replies.delete(name)
  }

  /** A backup was restored: what was answered since is lost with the house that answered it. */
  restored(store: Store): void {
    this.forget([...this.#replies.keys()].filter((name) => !store.replies.has(name)))
  }

  audit(store: Store): void {
    for (const [name, reply] of this.#replies) {
      const stored = store.replies.get(name)
      if (!stored) throw new Error(`the acknowledged reply of ${name} is lost`)
      equal(JSON.stringify(stored.body), JSON.stringify(reply.body), `the stored reply of ${name}`)
      const id = reply.status === 200 ? (reply.body as { id?: number; tradeRoundId?: number }) : {}
      const [siteId] = name.split(':')
      if (id.tradeRoundId && !store.bets.has(`${siteId}:${id.id}`))
        throw new Error(`the acknowledged bet ${id.id} is lost`)
    }
  }
}
