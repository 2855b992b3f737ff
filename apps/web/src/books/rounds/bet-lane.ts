import { textOf } from '@maru/client/i18n/texts'
import type { Bet } from '@maru/contract'
import { formatCount, formatKrw, toast } from '@maru/ui'
import { queryKeys } from '../../api/query-client.ts'
import { limitsKey } from '../../protection/limits.ts'
import { memberSettings } from '../../settings/member-settings.ts'
import { createLanes } from '../../trading/lanes.ts'
import { playSound } from '../../trading/sounds.ts'
import { noteBet, noteWallet } from './queries.ts'
import { roundTexts } from './texts.ts'

/** A stake is decided within seconds: its buttons rest longer than those of orders. */
const restMs = 1_000

/** One bet is under way at a time: while it is, no other leaves this page. */
export const { run, resumeCommands, useLane, stateOf } = createLanes<'bet', 'POST /api/trade/history/betting'>({
  name: 'trade',
  order: 'POST /api/trade/history/betting',
  restMs,
  doubtful: [['trade', 'game'], queryKeys.wallet, limitsKey],
  onOrder: ({ bet, wallet }) => {
    noteBet(bet)
    noteWallet(wallet)
    showAccepted(bet)
  },
})

function showAccepted(bet: Bet) {
  const side = textOf(roundTexts, bet.type === 'B' ? 'sideBuy' : 'sideSell')
  toast({
    title: textOf(roundTexts, 'toastAccepted', { round: formatCount(bet.roundNo), side }),
    text: formatKrw(bet.point),
    tone: 'ok',
  })
  if (memberSettings().sound.SUCCESS) playSound('accepted')
}
