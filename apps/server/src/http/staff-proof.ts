import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/numbers.ts'
import type { Access } from './access-token.ts'

type InSession = Pick<Access, 'siteId' | 'memberId' | 'sessionId'>

/** Is the last proof of a session too old for money and settings? Its sign-in is one, too. */
export async function lacksProof(tx: Tx, member: InSession, now: number): Promise<boolean> {
  const { siteId, memberId, sessionId } = member
  const [row] = await tx.query<{ at: string }>(
    'select coalesce(proven_at, created_at) as at from login_session where site_id = $1 and id = $2 and member_id = $3',
    [siteId, sessionId, memberId],
  )
  return row === undefined || now > Number(row.at) + (await numbersOf(tx, siteId)).staffProofMs
}

/** Notes that a session was proved anew. */
export async function setProof(tx: Tx, { siteId, memberId, sessionId }: InSession, now: number): Promise<void> {
  await tx.query('update login_session set proven_at = $4 where site_id = $1 and id = $2 and member_id = $3', [
    siteId,
    sessionId,
    memberId,
    now,
  ])
}
