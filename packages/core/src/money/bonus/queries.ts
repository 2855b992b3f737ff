import { query } from '../../query.ts'
import type { Minor } from '../../types.ts'
import { grantsOf, usableBonus } from './state.ts'
import type { BonusGrantRow } from './tables.ts'

interface Asking {
  readonly siteId: number
  readonly memberId: number
}

interface Held {
  /** What round stakes may take now. */
  readonly usable: Minor
  readonly grants: readonly BonusGrantRow[]
}

/** What the API may ask of bonus money and coupons. */
export const bonusQueries = {
  'bonus.held': query(
    'member',
    (state, { siteId, memberId }: Asking): Held =>
      state.members.get(memberId)?.row.siteId === siteId
        ? { usable: usableBonus(state, memberId), grants: grantsOf(state, memberId).map(({ row }) => row) }
        : { usable: 0n, grants: [] },
  ),
}
