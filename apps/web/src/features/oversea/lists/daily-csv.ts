import type { DailyProfit } from '@maru/contract'
import type { Columns } from '../../../lists/index.ts'
import type { dailyTexts } from './daily-texts.ts'

/** The columns of the results by day as a file. */
export const columns: Columns<DailyProfit, keyof typeof dailyTexts.ko> = [
  ['csvDay', ({ date }) => date],
  ['csvRealized', ({ realizedPnl }) => realizedPnl],
  ['csvFee', ({ fee }) => fee],
  ['csvNet', ({ netPnl }) => netPnl],
  ['csvTrades', ({ trades }) => trades],
  ['csvWins', ({ wins }) => wins],
]
