import { refusalReply } from '../idempotency.ts'
import type { EpochMs, Reply } from '../types.ts'
import type { Contract } from './state.ts'

/** May TP or SL of a contract lie so many ticks from the average entry? */
export const isDistance = ({ row }: Contract, ticks: number): boolean =>
  Number.isInteger(ticks) && ticks >= 1 && ticks <= row.maxExitTicks

/** Why a distance of TP or SL is none that the contract allows. */
export const refuseDistance = ({ row }: Contract): Reply => refusalReply('TPSL_TICK_RANGE', { max: row.maxExitTicks })

/** The last minutes of a session: orders may only close. */
export const isCloseOnly = ({ row, instrument: { session } }: Contract, at: EpochMs): boolean =>
  session !== null && at >= session.times.closeAt - row.closeOnlyLeadMs
