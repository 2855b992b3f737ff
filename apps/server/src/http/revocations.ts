import type { Bus, Database } from '../ports.ts'
import { type Access, accessTokenSeconds } from './access-token.ts'

/**
 * The login sessions that ended while their access tokens are still unexpired. Fed by the bus, loaded at start: a
 * revoked session is refused at once in this process and as soon as the bus carries it in every other.
 */
export class Revocations {
  private readonly sessions = new Map<number, number>()
  private readonly members = new Map<number, number>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  has(access: Access): boolean {
    if (this.sessions.has(access.sessionId)) return true
    const endedAt = this.members.get(access.memberId)
    return endedAt !== undefined && access.sessionStart <= endedAt
  }

  endSession(sessionId: number): void {
    this.sessions.set(sessionId, this.now())
    this.forget()
  }

  /** Ends all sessions of a member that began until now. */
  endMember(memberId: number): void {
    this.members.set(memberId, this.now())
    this.forget()
  }

  /** Follows the bus and takes over what ended shortly before this start. */
  async follow(bus: Bus, db: Database): Promise<void> {
    bus.subscribe('control', (event) => {
      if (event.kind !== 'endSession') return
      if (event.sessionId === null) this.endMember(event.memberId)
      else this.endSession(event.sessionId)
    })
    for (const id of await recentlyEnded(db, this.now() - keptMs)) this.sessions.set(id, this.now())
  }

  /** Drops what no unexpired token can refer to; maps keep insertion order, so the oldest come first. */
  private forget(): void {
    const before = this.now() - keptMs
    for (const map of [this.sessions, this.members]) {
      for (const [id, at] of map) {
        if (at > before) break
        map.delete(id)
      }
    }
  }
}

/** A minute longer than an access token lives. */
const keptMs = (accessTokenSeconds + 60) * 1000

async function recentlyEnded(db: Database, since: number): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx.query<{ id: string }>('select id from login_session where ended_at >= $1', [since]),
  )
  return rows.map((row) => Number(row.id))
}
