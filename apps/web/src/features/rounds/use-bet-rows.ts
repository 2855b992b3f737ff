import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Bet } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { useGameName } from '../../books/rounds/game-name.ts'
import { instrumentLabel } from '../../books/rounds/options.ts'
import type { BetFilter } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { allRows, type Page } from '../../lists/index.ts'
import { betHistoryTexts } from './history-texts.ts'

const csvPageSize = 100

const csvHead = [
  'At',
  'Stock',
  'Game',
  'Round',
  'Side',
  'Stake',
  'Rate',
  'Strike',
  'Close',
  'Result',
  'Profit',
  'Reason',
] as const

/** Reads all bets of the filter as the rows of a file. */
export function useBetRows(filter: BetFilter) {
  const t = useTexts(betHistoryTexts)
  const words = useTexts(roundTexts)
  const game = useGameName()
  return async () => {
    const status = [t('open'), t('won'), t('lost'), t('void')]
    const bets = await allRows(
      async (page) =>
        (await call('GET /api/trade/history/list', {
          query: { ...filter, resultType: 'Page', page: String(page), size: String(csvPageSize) },
        })) as Page<Bet>,
    )
    const rows = bets.map((bet) => [
      formatDateTime(bet.createdAt),
      instrumentLabel(bet.stock),
      game(bet.tradeType),
      bet.roundNo,
      t(bet.type === 'B' ? 'buy' : 'sell'),
      bet.point,
      bet.payoutRate,
      bet.strikePrice,
      bet.closePrice,
      status[bet.status] ?? '',
      bet.profit,
      bet.voidReason && words(bet.voidReason),
    ])
    return { head: csvHead.map((name) => t(`csv${name}`)), rows }
  }
}
