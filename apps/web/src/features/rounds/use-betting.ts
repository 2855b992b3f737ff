import type { BettingReply, Round, Side } from '@maru/contract'
import { create } from 'zustand'
import { newKey, recoverCommand, submitCommand } from '../../api/command.ts'
import { isApiError } from '../../api/error.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient, queryKeys } from '../../api/query-client.ts'
import { showAlert } from '../../app/alert.tsx'
import { currentSession } from '../../session/store.ts'
import { limitsKey } from '../limits/limits.ts'
import { showAccepted } from './bet-notices.tsx'
import { forgetBet, keepBet, keptBet } from './kept-bet.ts'
import { noteBet, noteWallet } from './queries.ts'

/** idle → sending → (checking →) accepted → idle: while it is not idle no other bet leaves this page. */
export type BettingState = 'idle' | 'sending' | 'checking' | 'accepted'

export const useBetting = create<{ state: BettingState; side: Side | null }>(() => ({ state: 'idle', side: null }))

/** After an accepted bet the buttons rest this long: the second touch of a double tap must not become a second bet. */
const restMs = 1_000

/** Places one bet. A call while another one is under way does nothing. */
export async function bet(round: Round, type: Side, point: number): Promise<void> {
  if (useBetting.getState().state !== 'idle') return
  const key = newKey()
  useBetting.setState({ state: 'sending', side: type })
  keepBet({ key, type }, memberId())
  const onChecking = () => useBetting.setState({ state: 'checking' })
  await conclude(() => submitCommand('betting', { tradeRoundId: round.id, type, point }, onChecking, key))
}

/** After a reload in the middle of a bet: finds out what became of it. */
export async function resumeKeptBet(): Promise<void> {
  const kept = keptBet(memberId())
  if (!kept || useBetting.getState().state !== 'idle') return
  useBetting.setState({ state: 'checking', side: kept.type })
  await conclude(() => recoverCommand('betting', kept.key))
}

async function conclude(work: () => Promise<BettingReply>): Promise<void> {
  try {
    const { bet, wallet } = await work()
    forgetBet()
    noteBet(bet)
    noteWallet(wallet)
    useBetting.setState({ state: 'accepted' })
    showAccepted(bet)
    await new Promise((rested) => setTimeout(rested, restMs))
    useBetting.setState({ state: 'idle', side: null })
  } catch (error) {
    useBetting.setState({ state: 'idle', side: null })
    if (!isApiError(error)) throw error
    // Not even asking got an answer: the key is kept, so that the next visit can still find out.
    if (error.code !== 'RESULT_UNKNOWN') forgetBet()
    void queryClient.invalidateQueries({ queryKey: ['trade', 'game'] })
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet })
    void queryClient.invalidateQueries({ queryKey: limitsKey })
    await showAlert(errorText(error))
  }
}

const memberId = () => currentSession().me?.id ?? 0
