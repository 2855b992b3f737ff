import type { State } from '../state.ts'
import { moneyConfigOf } from './config.ts'
import type { Request } from './rows.ts'

/** How many persons have to agree to a request. */
export function approvalsNeeded(state: State, { row }: Request): 1 | 2 {
  return row.flags.length > 0 || row.won >= moneyConfigOf(state, row.siteId).fourEyesFrom ? 2 : 1
}
