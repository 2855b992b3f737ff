import type { Tx } from '../ports.ts'
import type { Access } from './access-token.ts'

type InSession = Pick<Access, 'siteId' | 'memberId' | 'sessionId'>

/** Notes that a session was proved anew. */
export async function setProof(tx: Tx, { siteId, memberId, sessionId }: InSession, now: number): Promise<void> {
  await tx.query('update login_session set proven_at = $4 where site_id = $1 and id = $2 and member_id = $3', [
    siteId,
    sessionId,
    memberId,
    now,
  ])
}
