import { connectionOf } from '../http/index.ts'
import type { Connection, Identity } from './connection.ts'

/** All open sockets, by the connection (`connectionOf`) that they come from and by the member that they belong to. */
export class Connections implements Iterable<Connection> {
  readonly #all = new Set<Connection>()
  readonly #byAddress = new Map<string, number>()
  readonly #byMember = new Map<string, Set<Connection>>()

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#all[Symbol.iterator]()
  }

  countOf(address: string): number {
    return this.#byAddress.get(connectionOf(address)) ?? 0
  }

  /** The sockets of a member now: a copy, as acting on them may close them. */
  ofMember(siteId: number, memberId: number): Connection[] {
    return [...(this.#byMember.get(memberKey(siteId, memberId)) ?? [])]
  }

  /** The members who have a socket now, each once. */
  members(): { readonly siteId: number; readonly memberId: number }[] {
    return [...this.#byMember.keys()].map((key) => {
      const [siteId, memberId] = key.split(':').map(Number)
      return { siteId: siteId!, memberId: memberId! }
    })
  }

  /** Those of one site. */
  membersOf(siteId: number): number[] {
    return this.members().flatMap((one) => (one.siteId === siteId ? [one.memberId] : []))
  }

  add(connection: Connection): void {
    this.#all.add(connection)
    const { address } = connection.peer
    this.#byAddress.set(connectionOf(address), this.countOf(address) + 1)
  }

  /** Notes who came in over the socket; nothing when it is gone already. */
  identify(connection: Connection, identity: Identity): void {
    if (!this.#all.has(connection)) return
    connection.identity = identity
    if (identity.access === null) return
    const key = memberKey(identity.siteId, identity.access.memberId)
    const sockets = this.#byMember.get(key)
    if (sockets === undefined) this.#byMember.set(key, new Set([connection]))
    else sockets.add(connection)
  }

  /** False when it was gone already. */
  delete(connection: Connection): boolean {
    if (!this.#all.delete(connection)) return false
    const { address } = connection.peer
    const rest = this.countOf(address) - 1
    if (rest > 0) this.#byAddress.set(connectionOf(address), rest)
    else this.#byAddress.delete(connectionOf(address))
    const { identity } = connection
    if (identity !== null && identity.access !== null) {
      const key = memberKey(identity.siteId, identity.access.memberId)
      const sockets = this.#byMember.get(key)
      sockets?.delete(connection)
      if (sockets?.size === 0) this.#byMember.delete(key)
    }
    return true
  }
}

const memberKey = (siteId: number, memberId: number): string => `${siteId}:${memberId}`
