import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Session } from '@maru/contract'
import { shippedSite } from '@maru/core'
import type { Deps } from '../deps.ts'
import { type AccessTokens, accessTokenSeconds, Refused, type Staff, staffTokenSeconds } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { signingKeys } from '../secrets.ts'
import { numbersOf, type SiteNumbers } from '../sites/index.ts'
import { staffOf } from './staff.ts'
import { type MemberRow, memberById } from './store.ts'

const repeatMs = 30_000

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number // seconds
  /** null: no member of staff. */
  readonly staff: Staff | null
}

/** Where a session was opened. */
export interface Device {
  readonly name: string
  readonly ip: string
}

/**
 * Login sessions. A session is one chain of refresh tokens: each is used once and names its successor, which is derived
 * from it, so that nothing readable is stored and a repeat within a moment gets the same successor.
 */
export class Sessions {
  private readonly deps: Pick<Deps, 'db' | 'bus' | 'ids' | 'clocks'>
  private readonly accessTokens: AccessTokens
  private readonly chainKeys: readonly Uint8Array[]

  constructor(deps: Deps, accessTokens: AccessTokens) {
    this.deps = deps
    this.accessTokens = accessTokens
    this.chainKeys = signingKeys(deps.config, 'refresh-chain')
  }

  /** Opens a session, `also` in its transaction; beyond as many as the site allows, the one that was used longest ago ends. */
  async open(member: MemberRow, device: Device, also: (tx: Tx) => Promise<void>): Promise<Tokens> {
    const now = this.deps.clocks.wall()
    const id = this.deps.ids.next()
    const refreshToken = randomBytes(32).toString('base64url')
    const ended = await this.deps.db.tenant(member.siteId, async (tx) => {
      await lockMember(tx, member.siteId, member.id)
      const numbers = await numbersOf(tx, member.siteId)
      await insertSession(tx, member, { id, device, hash: hashOf(refreshToken), now, numbers })
      await also(tx)
      return endOldest(tx, member, id, now, numbers.mostSessions)
    })
    this.publishEnd(member.siteId, member.id, ended, 'TOO_MANY_SESSIONS')
    this.deps.bus.publish('control', { kind: 'desk', siteId: member.siteId, area: 'ONLINE' })
    return { ...(await this.access(member, id, now)), refreshToken }
  }

  /**
   * Exchanges a refresh token. Reuse of an old one ends the session: either the member or a thief holds a copy, and
   * nobody can tell which. Only the token before the newest may be repeated, for 30 s (two tabs, a lost answer).
   */
  async refresh(
    siteId: number,
    token: string,
    rate: (sessionId: number) => Promise<void>,
    admit: (member: MemberRow) => Promise<void>,
  ) {
    const now = this.deps.clocks.wall()
    const presented = hashOf(token)
    const found = await this.deps.db.tenant(siteId, (tx) => sessionOfToken(tx, siteId, presented))
    if (found === null) throw new Refused('TOKEN_EXPIRED')
    await rate(found)

    const successors = this.chainKeys.map((key) => createHmac('sha256', key).update(token).digest('base64url'))
    let successor = successors[0] as string
    const outcome = await this.deps.db.tenant(siteId, async (tx) => {
      const session = await lockSession(tx, siteId, found)
      if (session === null) return 'TOKEN_EXPIRED' as const
      const member = await memberById(tx, siteId, session.memberId)
      if (member === null) throw new Error('a session without its member')
      if (session.endedAt !== null) return { member, ended: session }
      if (now >= session.expiresAt || now >= session.rotatedAt + idleOf(member, await numbersOf(tx, siteId))) {
        await endSessions(tx, siteId, [session.id], 'EXPIRED', now)
        return { expired: session }
      }
      if (session.tokenHash.equals(presented)) {
        await rotate(tx, session, hashOf(successor), now)
      } else if (!session.previousHash?.equals(presented) || now > session.rotatedAt + repeatMs) {
        await endSessions(tx, siteId, [session.id], 'TOKEN_REUSED', now)
        return { reused: session }
      } else {
        // A repeat over a change of the secret: the successor is the one that was given, whichever key it came from.
        successor = successors.find((one) => hashOf(one).equals(session.tokenHash)) ?? successor
      }
      return { member, session }
    })
    if (outcome === 'TOKEN_EXPIRED') throw new Refused(outcome)
    if ('expired' in outcome) {
      this.publishEnd(siteId, outcome.expired.memberId, [outcome.expired.id], 'EXPIRED')
      throw new Refused('TOKEN_EXPIRED')
    }
    if ('reused' in outcome) {
      this.publishEnd(siteId, outcome.reused.memberId, [outcome.reused.id], 'TOKEN_REUSED')
      throw new Refused('SESSION_REVOKED')
    }
    // A member who may not sign in gets that reason, whether or not his session has ended.
    await admit(outcome.member)
    if ('ended' in outcome) {
      throw new Refused(outcome.ended.endReason === 'EXPIRED' ? 'TOKEN_EXPIRED' : 'SESSION_REVOKED')
    }
    const { member, session } = outcome
    return { member, ...(await this.access(member, session.id, session.createdAt)), refreshToken: successor }
  }

  /** Ends the sessions whose time is over, at most so many at once; returns how many. */
  async endExpired(): Promise<number> {
    const now = this.deps.clocks.wall()
    const due = await this.deps.db.system((tx) => expiredSessions(tx, now))
    for (const { siteId, memberId, id } of due) {
      // Somebody may have used it just now.
      const ended = await this.deps.db.tenant(siteId, (tx) => endExpired(tx, siteId, id, now))
      this.publishEnd(siteId, memberId, ended, 'EXPIRED')
    }
    return due.length
  }

  /** Ends one session of a member; false when he has no such open session. */
  async end(siteId: number, memberId: number, sessionId: number, reason: string): Promise<boolean> {
    const ended = await this.deps.db.tenant(siteId, (tx) =>
      endOfMember(tx, siteId, memberId, { only: sessionId, except: null }, reason, this.deps.clocks.wall()),
    )
    this.publishEnd(siteId, memberId, ended, reason)
    return ended.length > 0
  }

  /** Ends all of a member's sessions, or all but one. */
  async endAll(siteId: number, memberId: number, reason: string, except: number | null = null): Promise<void> {
    const ended = await this.deps.db.tenant(siteId, (tx) =>
      endOfMember(tx, siteId, memberId, { only: null, except }, reason, this.deps.clocks.wall()),
    )
    this.publishEnd(siteId, memberId, ended, reason)
  }

  /** The open sessions of a member, or of one of the staff, the newest use first. */
  async list(siteId: number, memberId: number, current: number, kind: Kind = 'MEMBER'): Promise<Session[]> {
    const now = this.deps.clocks.wall()
    const rows = await this.deps.db.tenant(siteId, async (tx) =>
      openSessions(tx, siteId, memberId, now, idleOf({ kind }, await numbersOf(tx, siteId))),
    )
    return rows.map((row) => ({ ...row, current: row.id === current }))
  }

  private async access(member: MemberRow, sessionId: number, sessionStart: number) {
    const staff = await staffOf(this.deps.db, member)
    const accessToken = await this.accessTokens.mint({
      siteId: member.siteId,
      memberId: member.id,
      sessionId,
      username: member.username,
      sessionStart,
      noMobile: member.blockDevice.includes('M'),
      ...(staff === null ? {} : { staff }),
    })
    return { accessToken, staff, expiresIn: staff === null ? accessTokenSeconds : staffTokenSeconds }
  }

  /** Access tokens of these sessions are refused and their sockets closed as soon as the bus brings it. */
  private publishEnd(siteId: number, memberId: number, sessions: readonly number[], reason: string): void {
    for (const sessionId of sessions) {
      this.deps.bus.publish('control', { kind: 'endSession', siteId, memberId, sessionId, reason })
    }
  }
}

type Kind = MemberRow['kind']

const idleOf = ({ kind }: { readonly kind: Kind }, { staffIdleMs, sessionIdleMs }: SiteNumbers): number =>
  kind === 'STAFF' ? staffIdleMs : sessionIdleMs

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Two sign-ins at once each see the other's session when they count. */
async function lockMember(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.query('select id from member where site_id = $1 and id = $2 for update', [siteId, id])
}

interface NewSession {
  readonly id: number
  readonly device: Device
  readonly hash: Buffer
  readonly now: number
  readonly numbers: SiteNumbers
}

async function insertSession(tx: Tx, member: MemberRow, { id, device, hash, now, numbers }: NewSession) {
  await tx.query(
    `insert into login_session (site_id, id, member_id, device, ip, created_at, last_seen_at, expires_at, token_hash, rotated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $6)`,
    [
      member.siteId,
      id,
      member.id,
      device.name,
      device.ip,
      now,
      now + (member.kind === 'STAFF' ? numbers.staffSessionMs : numbers.sessionMs),
      hash,
    ],
  )
  await insertToken(tx, member.siteId, hash, id, now)
}

async function insertToken(tx: Tx, siteId: number, hash: Buffer, sessionId: number, now: number): Promise<void> {
  await tx.query('insert into refresh_token (site_id, token_hash, session_id, issued_at) values ($1, $2, $3, $4)', [
    siteId,
    hash,
    sessionId,
    now,
  ])
}

/** The one just opened stays, whatever the clocks of two machines say. */
async function endOldest(tx: Tx, member: MemberRow, opened: number, now: number, most: number): Promise<number[]> {
  const rows = await tx.query<{ id: string }>(
    `update login_session set ended_at = $3, end_reason = 'TOO_MANY_SESSIONS'
      where site_id = $1 and id in (
        select id from login_session where site_id = $1 and member_id = $2 and ended_at is null and id <> $5
         order by last_seen_at desc, id desc offset $4)
      returning id`,
    [member.siteId, member.id, now, most - 1, opened],
  )
  return rows.map((row) => Number(row.id))
}

async function sessionOfToken(tx: Tx, siteId: number, hash: Buffer): Promise<number | null> {
  const rows = await tx.query<{ session_id: string }>(
    'select session_id from refresh_token where site_id = $1 and token_hash = $2',
    [siteId, hash],
  )
  return rows[0] ? Number(rows[0].session_id) : null
}

interface SessionRow {
  readonly siteId: number
  readonly id: number
  readonly memberId: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly tokenHash: Buffer
  readonly previousHash: Buffer | null
  readonly rotatedAt: number
  readonly endedAt: number | null
  readonly endReason: string | null
}

async function lockSession(tx: Tx, siteId: number, id: number): Promise<SessionRow | null> {
  const rows = await tx.query<{
    member_id: string
    created_at: string
    expires_at: string
    token_hash: Buffer
    previous_hash: Buffer | null
    rotated_at: string
    ended_at: string | null
    end_reason: string | null
  }>(
    `select member_id, created_at, expires_at, token_hash, previous_hash, rotated_at, ended_at, end_reason
       from login_session where site_id = $1 and id = $2 for update`,
    [siteId, id],
  )
  const row = rows[0]
  if (row === undefined) return null
  return {
    siteId,
    id,
    memberId: Number(row.member_id),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    tokenHash: row.token_hash,
    previousHash: row.previous_hash,
    rotatedAt: Number(row.rotated_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    endReason: row.end_reason,
  }
}

async function rotate(tx: Tx, session: SessionRow, next: Buffer, now: number): Promise<void> {
  await insertToken(tx, session.siteId, next, session.id, now)
  await tx.query(
    `update login_session set previous_hash = token_hash, token_hash = $3, rotated_at = $4, last_seen_at = $4
      where site_id = $1 and id = $2`,
    [session.siteId, session.id, next, now],
  )
}

async function endSessions(tx: Tx, siteId: number, ids: readonly number[], reason: string, now: number) {
  await tx.query(
    `update login_session set ended_at = $3, end_reason = $4 where site_id = $1 and id = any($2) and ended_at is null`,
    [siteId, ids, now, reason],
  )
}

const mostExpired = 500

/** Two lookups, each with its own index. */
async function expiredSessions(tx: Tx, now: number): Promise<{ siteId: number; memberId: number; id: number }[]> {
  const rows = await tx.query<{ site_id: string; member_id: string; id: string }>(
    `(select site_id, member_id, id from login_session where ended_at is null and expires_at <= $1 limit ${mostExpired})
     union
     (select l.site_id, l.member_id, l.id from site n left join site_config c on c.site_id = n.id
       cross join lateral (
         select site_id, member_id, id from login_session
          where site_id = n.id and ended_at is null and rotated_at <= $1 - coalesce(c.session_idle_ms, $2)::bigint
          limit ${mostExpired}) l)`,
    [now, shippedSite.sessionIdleMs],
  )
  return rows.map((row) => ({ siteId: Number(row.site_id), memberId: Number(row.member_id), id: Number(row.id) }))
}

async function endExpired(tx: Tx, siteId: number, id: number, now: number): Promise<number[]> {
  const { sessionIdleMs } = await numbersOf(tx, siteId)
  const rows = await tx.query<{ id: string }>(
    `update login_session set ended_at = $3, end_reason = 'EXPIRED'
      where site_id = $1 and id = $2 and ended_at is null and (expires_at <= $3 or rotated_at <= $3 - $4::bigint)
      returning id`,
    [siteId, id, now, sessionIdleMs],
  )
  return rows.map((row) => Number(row.id))
}

async function endOfMember(
  tx: Tx,
  siteId: number,
  memberId: number,
  which: { readonly only: number | null; readonly except: number | null },
  reason: string,
  now: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: string }>(
    `update login_session set ended_at = $3, end_reason = $4
      where site_id = $1 and member_id = $2 and ended_at is null
        and ($5::bigint is null or id = $5) and ($6::bigint is null or id <> $6)
      returning id`,
    [siteId, memberId, now, reason, which.only, which.except],
  )
  return rows.map((row) => Number(row.id))
}

async function openSessions(tx: Tx, siteId: number, memberId: number, now: number, idleMs: number) {
  const rows = await tx.query<{ id: string; device: string; ip: string; created_at: string; last_seen_at: string }>(
    `select id, device, ip, created_at, last_seen_at from login_session
      where site_id = $1 and member_id = $2 and ended_at is null and expires_at > $3 and rotated_at > $3 - $4::bigint
      order by last_seen_at desc, id desc`,
    [siteId, memberId, now, idleMs],
  )
  return rows.map((row) => ({
    id: Number(row.id),
    device: row.device,
    ip: row.ip,
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
  }))
}
