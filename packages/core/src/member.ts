import { type Cell, type Collector, cell } from './effects.ts'
import type { DepositHistory } from './limits/deposit-history.ts'
import type { ResultHistory } from './limits/history.ts'
import type { UseHistory } from './limits/uses.ts'
import type { EpochMs, MemberCeilingRow, MemberLimitRow, MemberStateRow, Minor } from './types.ts'

/** A member as far as the core decides on him: status, cool-off, self-exclusion, limits and what counts against them. */
export interface Member extends Cell<MemberStateRow> {
  readonly limits: Cell<MemberLimitRow>[]
  /** What staff allow him at most. */
  readonly ceilings: Cell<MemberCeilingRow>[]
  /** Stakes that are not decided, by currency. */
  readonly openStakes: Map<string, Minor>
  /** Settled results of the last 30 days; kept for members with a limit. */
  results: ResultHistory | null
  /** Use of the last 30 days; kept for members with a time limit. */
  uses: UseHistory | null
  /** What was credited in the last 30 days; kept for members with a deposit limit, set by himself or by staff. */
  deposits: DepositHistory | null
  /** What waits for his next result of a trade. */
  onResult: ((effects: Collector) => void) | null
}

export const toMember = (row: MemberStateRow): Member => ({
  ...cell(row),
  limits: [],
  ceilings: [],
  openStakes: new Map(),
  results: null,
  uses: null,
  deposits: null,
  onResult: null,
})

/** The state of a member of whom nothing is known yet, with a time of the wall clock. */
export const newMemberRow = (
  siteId: number,
  memberId: number,
  createdAt: EpochMs,
  isStaff = false,
): MemberStateRow => ({
  siteId,
  memberId,
  createdAt,
  status: 'ACTIVE',
  isStaff,
  coolOffUntil: null,
  excludedUntil: null,
})

/** Changes what a member has at stake in undecided bets. */
export function changeOpenStake(member: Member, currency: string, amount: Minor): void {
  member.openStakes.set(currency, (member.openStakes.get(currency) ?? 0n) + amount)
}
