import { call } from '@maru/client/api/client'
import { textOf } from '@maru/client/i18n/texts'
import type { Bet } from '@maru/contract'
import { formatCount, formatKrw, formatPrice, formatSigned, toast } from '@maru/ui'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { awaitedBets, resultsShown } from '../../books/rounds/awaited-bets.ts'
import { noteBet, noteWallet, optionsQuery, roundKeys } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import type { Page } from '../../lists/index.ts'
import { subscribe } from '../../live/index.ts'
import { memberSettings } from '../../settings/member-settings.ts'
import { allowSound, playSound } from '../../trading/sounds.ts'
import { outcomeOfBets } from './result-of-bets.ts'

/** The bets of one round are settled one after the other; their news waits this long for the rest. */
const gatherMs = 250
const resultToastMs = 4_000
/** So many of the newest bets are searched for those that were decided while the page was away. */
const newestBets = '100'

/** On every page: bets that were accepted or decided, as toast and sound, and in the lists. Renders nothing. */
export function BetNotices() {
  const navigate = useNavigate()
  useEffect(() => {
    const settled = new Map<number, { bets: Bet[]; timer: ReturnType<typeof setTimeout> }>()
    const heard = new Set<number>()
    let isOver = false
    const show = (roundId: number) => {
      const { bets } = settled.get(roundId)!
      settled.delete(roundId)
      resultsShown(bets.map(({ id }) => id))
      const outcome = outcomeOfBets(bets)
      void queryClient.invalidateQueries({ queryKey: roundKeys.bets })
      if (!outcome) return
      void queryClient.invalidateQueries({ queryKey: roundKeys.recent(outcome.tradeOptionId) })
      if (memberSettings().isAlarm) showOutcome(outcome, () => void navigate(`/evidence/${roundId}`))
    }
    const gather = (bet: Bet) => {
      if (isOver || heard.has(bet.id)) return
      heard.add(bet.id)
      const gathered = settled.get(bet.tradeRoundId)
      clearTimeout(gathered?.timer)
      settled.set(bet.tradeRoundId, {
        bets: [...(gathered?.bets ?? []), bet],
        timer: setTimeout(() => show(bet.tradeRoundId), gatherMs),
      })
    }
    const unsubscribe = subscribe('/user/queue/trade', {
      onMessage: ({ event, data }) => {
        // Events follow from here on: what was decided before comes as none.
        if (event === 'SNAPSHOT')
          return void missedResults().then(
            (bets) => bets.forEach(gather),
            (error: unknown) => console.error('rounds: missed results', error),
          )
        const { bet, wallet } = data
        noteBet(bet)
        noteWallet(wallet)
        if (event === 'BET_SETTLED') gather(bet)
      },
      onReload: () => void queryClient.invalidateQueries({ queryKey: ['trade'] }),
    })
    addEventListener('pointerdown', allowSound, { passive: true })
    return () => {
      isOver = true
      unsubscribe()
      removeEventListener('pointerdown', allowSound)
      for (const { timer } of settled.values()) clearTimeout(timer)
    }
  }, [navigate])
  return null
}

/** The bets that this device saw in progress and that are decided by now. Those beyond the newest are forgotten: they are no news any more. */
async function missedResults(): Promise<readonly Bet[]> {
  const awaited = awaitedBets()
  if (awaited.length === 0) return []
  const query = { resultType: 'Page', page: '0', size: newestBets } as const
  const { content } = (await call('GET /api/trade/history/list', { query })) as Page<Bet>
  resultsShown(awaited.filter((id) => !content.some((bet) => bet.id === id)))
  return content.filter(({ id, status }) => status !== 0 && awaited.includes(id))
}

function showOutcome(outcome: NonNullable<ReturnType<typeof outcomeOfBets>>, view: () => void) {
  const { kind, bet, stake, profit, refund, roundNo } = outcome
  const title = { won: 'toastWon', lost: 'toastLost', void: 'toastVoid' } as const
  const money =
    kind === 'void' ? textOf(roundTexts, 'refund', { amount: formatKrw(refund) }) : formatSigned(profit, formatKrw)
  const precision = precisionOf(bet)
  const path =
    bet.strikePrice !== null && bet.closePrice !== null
      ? `${formatPrice(bet.strikePrice, precision)} → ${formatPrice(bet.closePrice, precision)}`
      : ''
  toast({
    title: textOf(roundTexts, title[kind], {
      round: formatCount(roundNo),
      side: textOf(roundTexts, bet.type === 'B' ? 'buy' : 'sell'),
      money,
    }),
    text: [textOf(roundTexts, 'staked', { amount: formatKrw(stake) }), path].filter(Boolean).join(' · '),
    tone: kind === 'won' ? 'ok' : 'info',
    durationMs: resultToastMs,
    action: { label: textOf(roundTexts, 'view'), run: view },
  })
  if (memberSettings().sound[kind === 'void' ? 'CANCEL' : 'FILLED']) playSound(kind)
}

function precisionOf(bet: Bet): number {
  const options = queryClient.getQueryData(optionsQuery.queryKey)
  const known = options?.find(({ id }) => id === bet.tradeOptionId)?.precision
  return known ?? bet.strikePrice?.split('.')[1]?.length ?? 0
}
