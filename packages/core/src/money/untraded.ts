import { change, type Turn } from '../state.ts'
import type { Purse } from './state.ts'

/** Notes that money came: what leaves before a trade is looked at by two persons. */
export function noteDeposit(purse: Purse, turn: Turn): void {
  change(turn.effects, 'memberMoney', purse.known, { untradedSince: turn.wall })
  followTrades(purse)
}

/** Waits for the first result of a trade after the newest deposit. */
export function followTrades({ member, known }: Purse): void {
  if (known.row.untradedSince === null) return
  member.onResult = (effects) => {
    member.onResult = null
    change(effects, 'memberMoney', known, { untradedSince: null })
  }
}
