import { refusalReply } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { moneyOf } from './state.ts'
import type { PayoutBarRow, PayoutRow } from './tables.ts'

type Lift = Extract<Command, { kind: 'liftPayoutBar' }>
type End = Extract<Command, { kind: 'endPayoutBar' }>
type Named = Pick<PayoutBarRow, 'siteId' | 'provider'>

/** What names the bar of a provider. */
export const barName = ({ siteId, provider }: Named): string => `${siteId}:${provider}`

/**
 * Why a payout of a provider may neither leave nor end by what is heard of it; null: it may. A backup was restored, and the provider has not
 * been asked yet what happened since: it may be paid already.
 */
export const refuseBarred = (state: State, payout: Pick<PayoutRow, 'siteId' | 'provider'>): Reply | null =>
  moneyOf(state).payoutBars.has(barName(payout)) ? refusalReply('PAYOUT_BARRED') : null

/** The provider was asked what happened since the backup: its payouts go on. One that a later restore barred again stays. */
export function liftPayoutBar(state: State, { siteId, provider, barredAt }: Lift | End, turn: Turn): Reply {
  const { payoutBars } = moneyOf(state)
  const bar = payoutBars.get(barName({ siteId, provider }))
  if (!bar) return refusalReply('HISTORY_NOT_FOUND')
  if (bar.row.barredAt !== barredAt) return refusalReply('STALE_VERSION')
  change(turn.effects, 'payoutBars', bar, { liftedAt: turn.wall })
  payoutBars.delete(barName(bar.row))
  return { status: 200, body: {} }
}

/** Two persons have evidence of what the provider did since the backup, which it does not say itself: its payouts go on. */
export const endPayoutBar = (state: State, command: End, turn: Turn): Reply =>
  command.approval ? liftPayoutBar(state, command, turn) : refusalReply('PERMISSION_DENIED')
