import { useTexts } from '@maru/client/i18n/texts'
import type { DailyProfit } from '@maru/contract'
import { totalOf } from '../../../books/oversea/daily.ts'
import { wonOf } from '../../../books/oversea/terms.ts'
import { dayWithWeekday, listTexts } from '../../../lists/index.ts'
import { directionOf, signedWon } from '../figures.ts'
import { dailyTexts } from './daily-texts.ts'

/** The same days in words, newest first, with their sum. */
export function DailyTable({ days }: { days: readonly DailyProfit[] }) {
  const t = useTexts(dailyTexts)
  const tList = useTexts(listTexts)
  const total = totalOf(days)
  return (
    <table className="dp num">
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{t('realized')}</th>
          <th scope="col">{t('fee')}</th>
          <th scope="col">{t('net')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, realizedPnl, fee, netPnl, trades, wins }) => (
          <tr key={date}>
            <th scope="row">
              {dayWithWeekday(date, tList('weekdays')).slice(5)}
              <small>{t('tradesAndWins', { trades, wins })}</small>
            </th>
            <td>{signedWon(wonOf(realizedPnl))}</td>
            <td>{signedWon(-wonOf(fee))}</td>
            <td className={directionOf(wonOf(netPnl))}>
              <b>{signedWon(wonOf(netPnl))}</b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {t('sum')}
            <small>{t('tradesAndWins', { trades: total.trades, wins: total.wins })}</small>
          </th>
          <td>{signedWon(total.realizedPnl)}</td>
          <td>{signedWon(-total.fee)}</td>
          <td className={directionOf(total.netPnl)}>
            <b>{signedWon(total.netPnl)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
