import type { OrderStatus } from '@maru/contract'

/** Why an order ended as it did, in one of the `words`; null where its status says all. */
export function reasonOf<Word extends string>(
  { reason, status }: { readonly reason: string | null; readonly status: OrderStatus },
  words: Readonly<Record<Word | 'LIQUIDATED_ORDER' | 'REDUCE_ONLY' | 'otherReason', string>>,
): Word | 'LIQUIDATED_ORDER' | 'REDUCE_ONLY' | 'otherReason' | null {
  if (reason === null || status === 'FILLED') return null
  if (reason === 'LIQUIDATION') return 'LIQUIDATED_ORDER'
  if (reason.startsWith('REDUCE_ONLY')) return 'REDUCE_ONLY'
  return isWord(reason, words) ? reason : 'otherReason'
}

/** Whether there is a word for what the server named. */
export const isWord = <Word extends string>(text: string, words: Readonly<Record<Word, string>>): text is Word =>
  Object.hasOwn(words, text)

/** The status of an order that is over; a cancelled one may have been filled in part. */
export function closedStatus(status: OrderStatus, isUnfilled: boolean) {
  if (status === 'REJECTED' || status === 'FILLED') return status
  return isUnfilled ? 'CANCELED' : 'PARTLY'
}
