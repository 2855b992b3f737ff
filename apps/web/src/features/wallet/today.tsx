import { useTexts } from '@maru/client/i18n/texts'
import { arrowOf, directionClass, formatKrw, formatPercent, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { dayOf, totalOf } from '../../books/oversea/daily.ts'
import { dailyQuery } from '../../books/oversea/history-queries.ts'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { betSummaryQuery } from '../../books/rounds/queries.ts'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { periodOf } from '../../lists/days.ts'
import { clock } from '../../live/index.ts'
import { walletTexts } from './texts.ts'

/** Today's result of decided rounds and of the trading day of overseas futures, in KRW and against the balance of the morning. */
export function Today({ balance, hasOversea, hidden }: { balance: number; hasOversea: boolean; hidden: boolean }) {
  const t = useTexts(walletTexts)
  const bets = useQuery(betSummaryQuery(periodOf(1, clock.now())))
  const contracts = useQuery({ ...overseaOptionsQuery, enabled: hasOversea })
  const daily = useQuery({ ...dailyQuery({}), enabled: hasOversea })
  const [summary, options, days] = [bets.data, contracts.data, daily.data]
  if (!summary || (hasOversea && !(options && days))) {
    const failed = [bets, contracts, daily].some(({ isError, data }) => isError && data === undefined)
    return failed ? <span className="dim">{t('today')} –</span> : <Skeleton width={160} height={14} />
  }
  const day = dayOf(options ?? [], days ?? [])
  const traded = totalOf(day?.isRunning ? (days ?? []).filter(({ date }) => date === day.day) : [])
  const profit = (BigInt(summary.totalProfit) + traded.netPnl).toString()
  const before = balance - Number(profit)
  const percent = before > 0 ? ((Number(profit) / before) * 100).toFixed(4) : '0'
  return (
    <span>
      <span className="dim">{t('today')}</span>{' '}
      <span className={directionClass(profit)}>
        {hidden ? hiddenAmount : `${arrowOf(profit)} ${formatSigned(profit, formatKrw)} (${formatPercent(percent)})`}
      </span>
    </span>
  )
}
