import type { BettingReply, Round, Side } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { create } from 'zustand'
import { newKey, recoverCommand, submitCommand } from '../../api/command.ts'
import { type ApiError, isApiError } from '../../api/error.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient, queryKeys } from '../../api/query-client.ts'
import { askConfirm, showAlert } from '../../app/alert.tsx'
import { textOf } from '../../i18n/texts.ts'
import { currentSession } from '../../session/store.ts'
import { limitsKey, limitsQuery } from '../limits/limits.ts'
import { showAccepted } from './bet-notices.tsx'
import { forgetBet, keepBet, keptBet } from './kept-bet.ts'
import { noteBet, noteWallet, walletQuery } from './queries.ts'
import { remainderOf } from './remainder.ts'
import { roundTexts } from './texts.ts'

/** idle → sending → (checking →) accepted → idle: while it is not idle no other bet leaves this page. */
export type BettingState = 'idle' | 'sending' | 'checking' | 'accepted'

export const useBetting = create<{ state: BettingState; side: Side | null }>(() => ({ state: 'idle', side: null }))

/** Refusals of which something may be left. */
const limitCodes: ReadonlySet<string> = new Set([
  'ROUND_LIMIT_EXCEEDED',
  'EXPOSURE_LIMIT',
  'INVESTMENT_ABOVE_MAX',
  'SELF_LIMIT_EXCEEDED',
])

/** After an accepted bet the buttons rest this long: the second touch of a double tap must not become a second bet. */
const restMs = 1_000

/** Places one bet. A call while another one is under way does nothing. */
export async function bet(round: Round, type: Side, point: number): Promise<void> {
  if (useBetting.getState().state !== 'idle') return
  const key = newKey()
  useBetting.setState({ state: 'sending', side: type })
  keepBet({ key, type }, memberId())
  const onChecking = () => useBetting.setState({ state: 'checking' })
  const refused = await conclude(() =>
    submitCommand('betting', { tradeRoundId: round.id, type, point }, onChecking, key),
  )
  if (refused) await afterRefusal(refused, round, type)
}

/** After a reload in the middle of a bet: finds out what became of it. */
export async function resumeKeptBet(): Promise<void> {
  const kept = keptBet(memberId())
  if (!kept || useBetting.getState().state !== 'idle') return
  useBetting.setState({ state: 'checking', side: kept.type })
  const refused = await conclude(() => recoverCommand('betting', kept.key))
  if (refused) await showAlert(errorText(refused))
}

/** Why the bet was not taken; null when it was. */
async function conclude(work: () => Promise<BettingReply>): Promise<ApiError | null> {
  try {
    const { bet, wallet } = await work()
    forgetBet()
    noteBet(bet)
    noteWallet(wallet)
    useBetting.setState({ state: 'accepted' })
    showAccepted(bet)
    await new Promise((rested) => setTimeout(rested, restMs))
    useBetting.setState({ state: 'idle', side: null })
    return null
  } catch (error) {
    useBetting.setState({ state: 'idle', side: null })
    if (!isApiError(error)) throw error
    // Not even asking got an answer: the key is kept, so that the next visit can still find out.
    if (error.code !== 'RESULT_UNKNOWN') forgetBet()
    void queryClient.invalidateQueries({ queryKey: ['trade', 'game'] })
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet })
    void queryClient.invalidateQueries({ queryKey: limitsKey })
    return error
  }
}

/** Says why; where a limit refused, what is left of it, and a button that stakes just that. */
async function afterRefusal(refused: ApiError, round: Round, type: Side): Promise<void> {
  const text = errorText(refused)
  if (!limitCodes.has(refused.code)) return showAlert(text)
  const [limits, wallets] = await Promise.all([
    queryClient.fetchQuery(limitsQuery(true)).catch(() => undefined),
    queryClient.fetchQuery(walletQuery(true)).catch(() => undefined),
  ])
  const available = Number(wallets?.find(({ type }) => type === 'BINARY')?.point ?? 0)
  const left = remainderOf(refused, round, limits, available)
  if (!left) return showAlert(text)
  const told = `${text}\n${textOf(roundTexts, 'limitLeft', { amount: formatKrw(left.amount) })}`
  if (!left.isEnough) return showAlert(told)
  const yes = textOf(roundTexts, type === 'B' ? 'buyRest' : 'sellRest', { amount: formatKrw(left.amount) })
  if (await askConfirm(told, yes)) await bet(round, type, left.amount)
}

const memberId = () => currentSession().me?.id ?? 0
