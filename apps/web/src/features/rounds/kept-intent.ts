import type { BetIntent } from './place-bet.ts'

/** A bet under way outlives a reload of its tab: its key is all that is needed to find out what became of it. */
const storageKey = 'maru:bet-under-way'

export function keepIntent(intent: BetIntent, memberId: number) {
  sessionStorage.setItem(storageKey, JSON.stringify({ ...intent, memberId }))
}

export function clearIntent() {
  sessionStorage.removeItem(storageKey)
}

/** The kept bet of this member, if there is one. */
export function keptIntent(memberId: number): BetIntent | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  const kept = JSON.parse(text) as BetIntent & { memberId: number }
  return kept.memberId === memberId ? kept : null
}
