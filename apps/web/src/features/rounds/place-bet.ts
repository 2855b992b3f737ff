import type { ApiError } from '@maru/client/api/error'
import { textOf } from '@maru/client/i18n/texts'
import type { Round, Side } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { run } from '../../books/rounds/bet-lane.ts'
import { walletQuery } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { limitsQuery } from '../../protection/limits.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { remainderOf } from './remainder.ts'
import { spendableOf } from './ticket.ts'

/** Refusals of which something may be left. */
const limitCodes: ReadonlySet<string> = new Set([
  'ROUND_LIMIT_EXCEEDED',
  'EXPOSURE_LIMIT',
  'INVESTMENT_ABOVE_MAX',
  'SELF_LIMIT_EXCEEDED',
  'CEILING_EXCEEDED',
])

/** Places one bet. A call while another one is under way does nothing. */
export const placeBet = (round: Round, type: Side, point: number) =>
  run(
    'bet',
    'POST /api/trade/history/betting',
    { tradeRoundId: round.id, type, point },
    (refusal) => void afterRefusal(refusal, round, type),
  )

/** Says why; where a limit refused, what is left of it, and a button that stakes just that. */
async function afterRefusal(refused: ApiError, round: Round, type: Side): Promise<void> {
  const text = errorText(refused)
  if (!limitCodes.has(refused.code)) return showAlert(text)
  const [limits, wallets] = await Promise.all([
    queryClient.fetchQuery(limitsQuery(true)).catch(() => undefined),
    queryClient.fetchQuery(walletQuery(true)).catch(() => undefined),
  ])
  const { cash, bonus } = spendableOf(wallets) ?? { cash: 0, bonus: 0 }
  const left = remainderOf(refused, round, limits, cash + bonus)
  if (!left) return showAlert(text)
  const told = `${text}\n${textOf(roundTexts, 'limitLeft', { amount: formatKrw(left.amount) })}`
  if (!left.isEnough) return showAlert(told)
  const yes = textOf(roundTexts, type === 'B' ? 'buyRest' : 'sellRest', { amount: formatKrw(left.amount) })
  // What the member did not ask for is not the first choice.
  if (await askConfirm(told, yes, undefined, 'no')) await placeBet(round, type, left.amount)
}
