import type { IdempotencyKey } from '@maru/core'
import type { Deps } from '../deps.ts'
import type { StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { Site } from '../sites/index.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { requestOf } from './store.ts'

/** A call of the desk that stands in the log. */
export interface DeskCall {
  readonly site: Site
  readonly member: StaffMember
  readonly idempotency: IdempotencyKey
  readonly body: { readonly reason: string }
}
export type StaffChanges = Parameters<typeof addStaffAct>[1]['changes']

/** Writes what was done into the log, in its transaction. */
export const logAct = (
  { ids, clocks }: Deps,
  tx: Tx,
  { site, member, idempotency, body }: DeskCall,
  subjectId: number,
  said: Readonly<Record<string, number | string>>,
  changes: StaffChanges,
) =>
  addStaffAct(tx, {
    siteId: site.id,
    id: ids.next(),
    staffId: member.memberId,
    action: idempotency.route,
    subjectId,
    reason: body.reason,
    said,
    ...(changes && { changes }),
    request: requestOf(member, idempotency),
    at: clocks.wall(),
  })
