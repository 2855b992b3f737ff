import type { State, Turn } from '../state.ts'
import { areWithdrawalsStopped } from '../stops/state.ts'
import type { Command, Reply } from '../types.ts'
import { configureMoney, moneyConfigOf, moneyRowOf } from './config.ts'

type Pause = Extract<Command, { kind: 'pauseWithdrawals' }>

/** Whether nothing may leave a site: its ledger did not balance, or an emergency stop stands. */
export const areExitsPaused = (state: State, siteId: number): boolean =>
  moneyConfigOf(state, siteId).isWithdrawPaused || areWithdrawalsStopped(state, siteId)

/** Nothing leaves a site any more, because its ledger does not balance; staff lift it by configuration. A repeat changes nothing. */
export function pauseWithdrawals(state: State, { siteId }: Pause, turn: Turn): Reply {
  const config = moneyRowOf(state, siteId)
  if (config.isWithdrawPaused) return { status: 200, body: {} }
  return configureMoney(state, { ...config, isWithdrawPaused: true }, turn)
}
