import type { InquiryKind } from '@maru/contract'

/** What inquiries are about, in the order in which they are offered. */
export const inquiryKinds = [
  'MONEY',
  'TRADE',
  'ROUND',
  'COPY',
  'ACCOUNT',
  'ETC',
] as const satisfies readonly InquiryKind[]

/** What a member writes, until it is sent. */
export interface Draft {
  readonly kind: InquiryKind
  readonly question: string
}
const key = 'maru:contact-draft'
const empty: Draft = { kind: 'MONEY', question: '' }

/** Keeps on this device what a member writes; once nothing is written, nothing is kept. */
export function keepDraft(store: Pick<Storage, 'setItem' | 'removeItem'>, memberId: number, draft: Draft): void {
  if (draft.question.trim() === '') store.removeItem(key)
  else store.setItem(key, JSON.stringify({ memberId, ...draft }))
}

/** What this member wrote here and did not send; nothing of another one. */
export function keptDraft(store: Pick<Storage, 'getItem'>, memberId: number): Draft {
  try {
    const { memberId: whose, kind, question } = JSON.parse(store.getItem(key) ?? '{}')
    if (whose !== memberId || typeof question !== 'string') return empty
    return { kind: inquiryKinds.find((one) => one === kind) ?? empty.kind, question }
  } catch {
    return empty
  }
}
