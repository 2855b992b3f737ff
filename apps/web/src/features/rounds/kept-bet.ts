import type { Side } from '@maru/contract'

/** A bet under way outlives a reload of its tab: its key is all that is needed to find out what became of it. */
interface KeptBet {
  readonly key: string
  readonly type: Side
}
const storageKey = 'maru:bet-under-way'

export function keepBet(bet: KeptBet, memberId: number) {
  sessionStorage.setItem(storageKey, JSON.stringify({ ...bet, memberId }))
}

export function forgetBet() {
  sessionStorage.removeItem(storageKey)
}

/** The kept bet of this member, if there is one. */
export function keptBet(memberId: number): KeptBet | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  const kept = JSON.parse(text) as KeptBet & { memberId: number }
  return kept.memberId === memberId ? kept : null
}
