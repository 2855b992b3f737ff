import type { OverseaOption } from '@maru/contract'
import type { Minor } from '@maru/positions'

/** Before the close: those held overnight are checked, the others closed. */
type Leads = Pick<OverseaOption, 'closeOnlyLeadMs' | 'closingLeadMs'>

/** What is known of a position's night. Times in epoch ms, money in won. */
export interface NightFacts extends Leads {
  readonly isActive: boolean
  readonly isRest: boolean
  /** Until when it may be applied for; null: not in this session. */
  readonly deadlineAt: number | null
  readonly closeAt: number | null
  readonly now: number
  /** The margin account's equity, and what nights that are set need of it; null until known. */
  readonly equity: Minor | null
  readonly requiredByOthers: Minor
  /** What this night needs. */
  readonly required: Minor
}

/** What can be done about a night. `at` is the moment that its sentence names. */
export type Night =
  | { readonly kind: 'rest' }
  /** Held; it is checked at `at`. */
  | { readonly kind: 'held'; readonly at: number }
  /** Held, and the check is over; until the others are closed it can still be given up. */
  | { readonly kind: 'checked'; readonly canEnd: boolean }
  /** It can be applied for until `at`; `missing` won of equity are not there. */
  | { readonly kind: 'open'; readonly at: number; readonly missing: Minor }
  /** A weekend or a holiday follows. */
  | { readonly kind: 'weekend'; readonly closesAt: number | null }
  | { readonly kind: 'late'; readonly at: number; readonly closesAt: number | null }

/** The moments at which the state of a night may change, in order. */
export const nightMoments = (
  deadlineAt: number | null,
  closeAt: number | null,
  { closeOnlyLeadMs, closingLeadMs }: Leads,
): number[] =>
  [deadlineAt, closeAt === null ? null : closeAt - closeOnlyLeadMs, closeAt === null ? null : closeAt - closingLeadMs]
    .filter((at) => at !== null)
    .sort((a, b) => a - b)

export function nightOf(facts: NightFacts): Night {
  const {
    isActive,
    isRest,
    deadlineAt,
    closeAt,
    now,
    equity,
    requiredByOthers,
    required,
    closeOnlyLeadMs,
    closingLeadMs,
  } = facts
  if (isRest) return { kind: 'rest' }
  const closesAt = closeAt === null ? null : closeAt - closingLeadMs
  if (isActive) {
    const checkAt = closeAt === null ? null : closeAt - closeOnlyLeadMs
    if (checkAt !== null && now < checkAt) return { kind: 'held', at: checkAt }
    return { kind: 'checked', canEnd: closesAt !== null && now < closesAt }
  }
  if (deadlineAt === null) return { kind: 'weekend', closesAt }
  if (now >= deadlineAt) return { kind: 'late', at: deadlineAt, closesAt }
  const missing = equity === null ? 0n : requiredByOthers + required - equity
  return { kind: 'open', at: deadlineAt, missing: missing > 0n ? missing : 0n }
}
