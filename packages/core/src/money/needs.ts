import type { State } from '../state.ts'
import { moneyConfigOf } from './config.ts'
import type { Request } from './rows.ts'
import type { DnwRow } from './tables.ts'

/** How many persons have to agree to a request. */
export const approvalsNeeded = (state: State, { row }: Request): 1 | 2 => (needsTwo(state, row) ? 2 : 1)

/** Whether two persons have to agree: it is large, or something is odd about it. */
export const needsTwo = (state: State, { siteId, flags, won }: Pick<DnwRow, 'siteId' | 'flags' | 'won'>): boolean =>
  flags.length > 0 || won >= moneyConfigOf(state, siteId).fourEyesFrom
