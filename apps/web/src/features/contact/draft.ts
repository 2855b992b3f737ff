import type { InquiryKind, SiteInfo } from '@maru/contract'
import { featuresOf } from '../../site/store.ts'

/** What inquiries are about, in the order in which they are offered. Nothing is copied here, so no inquiry is about that. */
const inquiryKinds = ['MONEY', 'TRADE', 'ROUND', 'ACCOUNT', 'ETC'] as const satisfies readonly InquiryKind[]

/** Those that a site offers: nothing that it does not have. */
export function inquiryKindsOf(site: Pick<SiteInfo, 'type' | 'liveChat'> | null): readonly InquiryKind[] {
  const { futures, oversea, binary } = site ? featuresOf(site) : { futures: true, oversea: true, binary: true }
  const isOffered = { MONEY: true, TRADE: futures || oversea, ROUND: binary, ACCOUNT: true, ETC: true }
  return inquiryKinds.filter((kind) => isOffered[kind])
}

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
