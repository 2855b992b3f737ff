import type { ErrorCode } from '@maru/contract'
import type { Bus, Database } from '../ports.ts'
import { type Access, accessTokenSeconds } from './access-token.ts'

/**
 * The login sessions that ended while their access tokens are still unexpired. Fed by the bus, loaded at start: a
 * revoked session is refused at once in this process and as soon as the bus carries it in every other.
 */
export class Revocations {
  private readonly sessions = new Map<number, Ended>()
  private readonly members = new Map<number, Ended>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** What the holder of a token is told when its session has ended; null while it has not. */
  refusalOf(access: Access): ErrorCode | null {
    const session = this.sessions.get(access.sessionId)
    if (session !== undefined) return codeOf(session.reason)
    const member = this.members.get(access.memberId)
    return member !== undefined && access.sessionStart <= member.at ? codeOf(member.reason) : null
  }

  endSession(sessionId: number, reason: string): void {
    this.sessions.set(sessionId, { at: this.now(), reason })
    this.forget()
  }

  /** Ends all sessions of a member that began until now. */
  endMember(memberId: number, reason: string): void {
    this.members.set(memberId, { at: this.now(), reason })
    this.forget()
  }

  /** Follows the bus and takes over what ended shortly before this start. */
  async follow(bus: Bus, db: Database): Promise<void> {
    bus.subscribe('control', (event) => {
      if (event.kind !== 'endSession') return
      if (event.sessionId === null) this.endMember(event.memberId, event.reason)
      else this.endSession(event.sessionId, event.reason)
    })
    for (const { id, reason } of await recentlyEnded(db, this.now() - keptMs)) this.endSession(id, reason)
  }

  /** Drops what no unexpired token can refer to; maps keep insertion order, so the oldest come first. */
  private forget(): void {
    const before = this.now() - keptMs
    for (const map of [this.sessions, this.members]) {
      for (const [id, { at }] of map) {
        if (at > before) break
        map.delete(id)
      }
    }
  }
}

/** A minute longer than an access token lives. */
const keptMs = (accessTokenSeconds + 60) * 1000

interface Ended {
  readonly at: number
  readonly reason: string
}

/** A client knows by the code what to do: say why, refresh, or sign in again. */
function codeOf(reason: string): ErrorCode {
  if (reason === 'DENY') return 'ACCOUNT_DENIED'
  return reason === 'EXPIRED' ? 'TOKEN_EXPIRED' : 'SESSION_REVOKED'
}

async function recentlyEnded(db: Database, since: number): Promise<{ id: number; reason: string }[]> {
  const rows = await db.system((tx) =>
    tx.query<{ id: string; end_reason: string | null }>(
      'select id, end_reason from login_session where ended_at >= $1',
      [since],
    ),
  )
  return rows.map((row) => ({ id: Number(row.id), reason: row.end_reason ?? '' }))
}
