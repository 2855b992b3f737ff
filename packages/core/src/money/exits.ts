import { refusalReply } from '../idempotency.ts'
import type { Wallet } from '../ledger.ts'
import { formatMinor, unitText } from '../money.ts'
import type { Now, State, Turn } from '../state.ts'
import type { Minor, Reply } from '../types.ts'
import { availableOf, withdrawableOf } from '../wallet.ts'
import { heldUntil } from './locks.ts'
import { areExitsPaused } from './pause.ts'
import type { Purse } from './state.ts'

/** Why nothing of a member's may leave his site now, however little; null: something may. */
export function refuseExit(state: State, purse: Purse, turn: Pick<Turn, 'wall'>): Reply | null {
  return purse.member.row.status === 'DENY' ? refusalReply('ACCOUNT_DENIED') : refuseHeld(state, purse, turn)
}

/** What bars the money of any member from leaving, whoever sends it; null: nothing does. */
export function refuseHeld(state: State, purse: Purse, { wall }: Pick<Turn, 'wall'>): Reply | null {
  const stopped = refuseStopped(state, purse)
  if (stopped) return stopped
  const held = heldUntil(purse, wall)
  return held ? refusalReply('WITHDRAW_HOLD', { until: held.until }) : null
}

/** What stops also the withdrawals that were requested before: a freeze of the member, a pause of the site; null: nothing does. */
export function refuseStopped(state: State, purse: Purse): Reply | null {
  if (purse.known.row.frozenAt !== null) return refusalReply('WITHDRAW_FROZEN')
  return areExitsPaused(state, purse.member.row.siteId) ? refusalReply('WITHDRAW_PAUSED') : null
}

/** Why an amount may not leave a wallet for somebody else; null: it may. */
export function refuseAmount(purse: Purse, wallet: Wallet, amount: Minor, turn: Now): Reply | null {
  const { type, currency, posted } = wallet.row
  if (type === 'BONUS')
    return refusalReply('BONUS_ROLLOVER_REMAINING', {
      remain: formatMinor(posted, currency),
      currency: unitText(currency),
    })
  if (amount <= withdrawableOf(wallet, turn)) return null
  if (amount > availableOf(wallet)) return refusalReply('WITHDRAW_EXCEEDS_BALANCE')
  const until = lockedUntil(purse, wallet, turn)
  return until === null ? refusalReply('WITHDRAW_EXCEEDS_BALANCE') : refusalReply('WITHDRAW_HOLD', { until })
}

/** When the last lock of a wallet ends; null: none stands. */
function lockedUntil({ locks }: Purse, wallet: Wallet, { wall }: Now): number | null {
  let until: number | null = null
  for (const { row } of locks.get(wallet.row.type) ?? [])
    if (row.until > wall && row.until > (until ?? 0)) until = row.until
  return until
}
