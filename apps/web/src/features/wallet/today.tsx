import { useTexts } from '@maru/client/i18n/texts'
import { arrowOf, directionClass, formatKrw, formatPercent, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { futuresDailyQuery } from '../../books/futures/daily.ts'
import { dayOf, totalOf } from '../../books/oversea/daily.ts'
import { dailyQuery } from '../../books/oversea/history-queries.ts'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { betSummaryQuery } from '../../books/rounds/queries.ts'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { periodOf } from '../../lists/days.ts'
import { clock } from '../../live/index.ts'
import { ratesQuery } from './rates.ts'
import { walletTexts } from './texts.ts'
import { type Other, wonOf, wonTotal } from './won-total.ts'

interface Props {
  readonly won: bigint
  readonly others: readonly Other[]
  readonly hasOversea: boolean
  readonly hasFutures: boolean
  readonly hidden: boolean
}

/** Today's results of all lines in KRW: decided rounds, the trading day of overseas futures, and perpetuals at the rate of now. */
export default function Today({ hidden, ...rest }: Props) {
  const t = useTexts(walletTexts)
  const day = useDay(rest)
  if (day === 'coming') return <Skeleton width={160} height={14} />
  if (day === 'unknown') return <span className="dim">{t('today')} –</span>
  const { profit, percent } = day
  return (
    <span>
      <span className="dim">{t('today')}</span>{' '}
      <span className={directionClass(profit)}>
        {hidden ? hiddenAmount : `${arrowOf(profit)} ${formatSigned(profit, formatKrw)} (${formatPercent(percent)})`}
      </span>
    </span>
  )
}

/** What the day came to, and in percent of the assets of its morning; unknown where a line or its rate is missing. */
function useDay({ won, others, hasOversea, hasFutures }: Omit<Props, 'hidden'>) {
  const today = periodOf(1, clock.now())
  const bets = useQuery(betSummaryQuery(today))
  const contracts = useQuery({ ...overseaOptionsQuery, enabled: hasOversea })
  const daily = useQuery({ ...dailyQuery({}), enabled: hasOversea })
  const perpetuals = useQuery({ ...futuresDailyQuery(today), enabled: hasFutures })
  const rates = useQuery({ ...ratesQuery, enabled: hasFutures })
  const asked = [bets, ...(hasOversea ? [contracts, daily] : []), ...(hasFutures ? [perpetuals, rates] : [])]
  if (asked.some(({ isError, data }) => isError && data === undefined)) return 'unknown'
  if (asked.some(({ data }) => data === undefined)) return 'coming'
  const day = dayOf(contracts.data ?? [], daily.data ?? [])
  const traded = totalOf(day?.isRunning ? (daily.data ?? []).filter(({ date }) => date === day.day) : [])
  const [futures] = perpetuals.data ?? []
  const inWon = wonOf({ type: 'FUTURES', currency: 'USDT', amount: futures?.netPnl ?? '0' }, rates.data ?? {})
  if (inWon === null) return 'unknown'
  const profit = BigInt(bets.data?.totalProfit ?? 0) + traded.netPnl + inWon
  const before = Number((wonTotal(won, others, rates.data ?? {}) ?? won) - profit)
  const percent = before > 0 ? ((Number(profit) / before) * 100).toFixed(4) : '0'
  return { profit: profit.toString(), percent }
}
