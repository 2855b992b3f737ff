import { createHash } from 'node:crypto'
import { memberStatusWords } from '@maru/contract/desk-words'
import type { IdempotencyKey } from '@maru/core'
import { stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { type ApiAct, addStaffAct } from '../staff-log/index.ts'
import { lockedMember, type MemberRow } from './store.ts'

/** What a call of staff about one member, or about one of them, carries. */
export interface AboutMember {
  readonly params: { readonly id: number }
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
  readonly body: { readonly reason: string; readonly version?: number }
}

/** Names a request of one of the staff by a hash of his key: the log keeps no key that somebody could send again. */
export const requestName = ({ memberId }: Pick<StaffMember, 'memberId'>, key: string): string =>
  createHash('sha256').update(`${memberId}:${key}`).digest('hex').slice(0, 32)

interface Done {
  readonly said?: ApiAct['said']
  readonly changes?: ApiAct['changes']
}

/**
 * An act of staff on a member, or on one of their own where `kind` says so: runs once under its key, with his row locked, and its row of the log is written beside what it changes.
 * Returns the member as the act left him; false as `isNew` of a repeat, which changes nothing.
 */
export async function actOnMember(
  { db, ids, clocks }: Pick<Deps, 'db' | 'ids' | 'clocks'>,
  { params, site, member, idempotency, body }: AboutMember,
  run: (tx: Tx, row: MemberRow, act: { readonly id: number; readonly now: number }) => Promise<Done>,
  kind: 'MEMBER' | 'STAFF' = 'MEMBER',
): Promise<{ readonly row: MemberRow; readonly isNew: boolean; readonly actId: number }> {
  const [siteId, now, id] = [site.id, clocks.wall(), ids.next()]
  const { key, route: action, bodyHash } = idempotency
  const request = requestName(member, key)
  return db.tenant(siteId, async (tx) => {
    const row = await lockedMember(tx, siteId, params.id)
    if (row === null || (row.kind === 'STAFF') !== (kind === 'STAFF')) throw new Refused('USER_NOT_FOUND')
    const [before] = await tx.query<{ id: string; said: { bodyHash?: string } }>(
      `select id, said from staff_act where site_id = $1 and subject_id = $2 and action = $3 and request = $4 limit 1`,
      [siteId, row.id, action, request],
    )
    if (before !== undefined) {
      if (before.said.bodyHash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
      return { row, isNew: false, actId: Number(before.id) }
    }
    if (body.version !== undefined && body.version !== row.version)
      throw stale([[{ ko: '상태', en: 'State' }, memberStatusWords[row.status]]])
    const { said = {}, changes = [] } = await run(tx, row, { id, now })
    const act = {
      siteId,
      id,
      staffId: member.memberId,
      action,
      subjectId: row.id,
      reason: body.reason,
      request,
      at: now,
    }
    await addStaffAct(tx, { ...act, said: { ...said, bodyHash }, changes })
    const after = await lockedMember(tx, siteId, row.id)
    return { row: after ?? row, isNew: true, actId: id }
  })
}
