import { call } from '@maru/client/api/client'
import type { Limits } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'

export type Limit = Limits['limits'][number]
export const limitsKey = ['limit', 'my'] as const

/** The member's limits, break and self-exclusion. */
export const limitsQuery = (signedIn: boolean) =>
  queryOptions({ queryKey: limitsKey, queryFn: () => call('GET /api/limit/my'), enabled: signedIn })

export const windows = ['24h', '7d', '30d'] as const

/** The limit of a kind, window and currency (null: of time), if one was ever set. */
export const limitOf = (
  limits: Limits,
  { kind, window, currency }: Pick<Limit, 'kind' | 'window' | 'currency'>,
): Limit | undefined =>
  limits.limits.find((limit) => limit.kind === kind && limit.window === window && limit.currency === currency)

/** A rise that waits: not yet, or ready to be confirmed. */
export function pendingState(limit: Limit, now: number): 'none' | 'waiting' | 'ready' {
  if (limit.pendingFrom === null) return 'none'
  return limit.pendingFrom > now ? 'waiting' : 'ready'
}

/** Does a change make a limit stricter, so that it counts at once? No limit is the loosest of all. */
export function isStricter(from: string | null, to: string | null): boolean {
  if (to === null) return false
  return from === null || Number(to) <= Number(from)
}

/** Used part of a limit in percent, 0 to 100. */
export function usedPercent({ amount, used }: Pick<Limit, 'amount' | 'used'>): number {
  if (amount === null) return 0
  const part = Number(amount) === 0 ? 1 : Number(used) / Number(amount)
  return Math.round(Math.min(Math.max(part, 0), 1) * 100)
}

/** What is left of a limit, in its own unit: nothing where more was used. */
export function leftOf({ amount, used }: Pick<Limit, 'amount' | 'used'>): number {
  return amount === null ? 0 : Math.max(0, Number(amount) - Math.max(0, Number(used)))
}

/** What a member's own limits let him deposit in won; null: he set none. */
export function depositLeft({ limits }: Pick<Limits, 'limits'>): number | null {
  const own = limits.filter(({ kind, currency, amount }) => kind === 'DEPOSIT' && currency === 'KRW' && amount !== null)
  return own.length === 0 ? null : Math.min(...own.map(leftOf))
}

/** The most minutes that a time limit may have: all of its window. */
export const mostMinutes: Readonly<Record<Limit['window'], number>> = { '24h': 1_440, '7d': 10_080, '30d': 43_200 }

/** Whether a member has used up his time. */
export const isTimeUp = ({ limits }: Pick<Limits, 'limits'>): boolean =>
  limits.some((limit) => limit.kind === 'TIME' && limit.amount !== null && leftOf(limit) === 0)

/** A break or a self-exclusion that has not ended. */
export interface Rest {
  readonly kind: 'break' | 'exclusion'
  readonly until: number
}

/** What keeps a member from staking by his own wish at `now`: the self-exclusion, or else the break. */
export function restOf(
  limits: Pick<Limits, 'coolOffUntil' | 'selfExcludedUntil'> | undefined,
  now: number,
): Rest | null {
  const { coolOffUntil = null, selfExcludedUntil = null } = limits ?? {}
  if (selfExcludedUntil !== null && selfExcludedUntil > now) return { kind: 'exclusion', until: selfExcludedUntil }
  return coolOffUntil !== null && coolOffUntil > now ? { kind: 'break', until: coolOffUntil } : null
}
