import { askNotice, type Notice } from '../notices/index.ts'
import type { Tx } from '../ports.ts'
import type { MemberRow } from './store.ts'

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** Has a member told, in the transaction of a change of his account. Staff have no box of messages. */
export async function tellMember(
  tx: Tx,
  { siteId, id: memberId, kind }: Pick<MemberRow, 'siteId' | 'id' | 'kind'>,
  notice: Without<Notice, 'memberId'>,
  now: number,
): Promise<void> {
  if (kind !== 'STAFF') await askNotice(tx, siteId, { memberId, ...notice }, now)
}
