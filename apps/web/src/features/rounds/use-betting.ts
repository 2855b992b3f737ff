import type { Round, Side } from '@maru/contract'
import { create } from 'zustand'
import { call } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { showAlert } from '../../app/alert.tsx'
import { textOf } from '../../i18n/texts.ts'
import { currentSession } from '../../session/store.ts'
import { showAccepted } from './bet-notices.tsx'
import { clearIntent, keepIntent, keptIntent } from './kept-intent.ts'
import { type BetIntent, type BetOutcome, type BetPorts, placeBet, reconcile } from './place-bet.ts'
import { noteBet, noteWallet, roundKeys } from './queries.ts'
import { roundTexts } from './texts.ts'

/** idle → sending → (checking →) accepted → idle: while it is not idle no other bet leaves this page. */
export type BettingState = 'idle' | 'sending' | 'checking' | 'accepted'

export const useBetting = create<{ state: BettingState; side: Side | null }>(() => ({ state: 'idle', side: null }))

/** After an accepted bet the buttons rest this long: the second touch of a double tap must not become a second bet. */
const restMs = 1_000

const ports: BetPorts = {
  send: ({ key, tradeRoundId, type, point }) => call('betting', { body: { tradeRoundId, type, point }, key }),
  status: (key) => call('commandStatus', { params: { key } }),
  abandon: (key) => call('commandAbandon', { params: { key }, body: {} }),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  onChecking: () => useBetting.setState({ state: 'checking' }),
}

/** Places one bet. A call while another one is under way does nothing. */
export async function bet(round: Round, type: Side, point: number): Promise<void> {
  if (useBetting.getState().state !== 'idle') return
  const intent: BetIntent = { key: crypto.randomUUID(), tradeRoundId: round.id, type, point }
  useBetting.setState({ state: 'sending', side: type })
  keepIntent(intent, memberId())
  await conclude(() => placeBet(intent, ports))
}

/** After a reload in the middle of a bet: finds out what became of it. */
export async function resumeKeptBet(): Promise<void> {
  const intent = keptIntent(memberId())
  if (!intent || useBetting.getState().state !== 'idle') return
  useBetting.setState({ state: 'checking', side: intent.type })
  await conclude(() => reconcile(intent.key, ports))
}

async function conclude(work: () => Promise<BetOutcome>): Promise<void> {
  try {
    const outcome = await work()
    clearIntent()
    if (outcome.kind === 'accepted') {
      noteBet(outcome.reply.bet)
      noteWallet(outcome.reply.wallet)
      useBetting.setState({ state: 'accepted' })
      showAccepted(outcome.reply.bet)
      await ports.wait(restMs)
    } else if (outcome.kind === 'refused') {
      void queryClient.invalidateQueries({ queryKey: roundKeys.game(0).slice(0, 2) })
      useBetting.setState({ state: 'idle' })
      await showAlert(errorText(outcome.error))
    } else {
      useBetting.setState({ state: 'idle' })
      await showAlert(textOf(roundTexts, 'betLost'))
    }
  } finally {
    useBetting.setState({ state: 'idle', side: null })
  }
}

const memberId = () => currentSession().me?.id ?? 0
