import { newCall, noticeCall } from '../outgoing/outgoing.ts'
import type { Turn } from '../state.ts'
import type { DnwRow } from './tables.ts'

/**
 * Asks, in the batch of a fact, that its member hears of money that leaves him: whoever took his account over would keep silent. The
 * notice has the id of the row that it is about, so a row is told of once.
 */
export function noticeExit(
  { siteId, memberId, id }: Pick<DnwRow, 'siteId' | 'memberId' | 'id'>,
  about: 'WITHDRAWAL' | 'SALE' | 'TRANSFER',
  turn: Turn,
): void {
  const payload = { memberId, about, requestId: id }
  turn.effects.add('outgoing', newCall(noticeCall(siteId, String(id), payload), turn.wall))
}
