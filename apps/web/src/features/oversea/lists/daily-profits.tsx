import { useTexts } from '@maru/client/i18n/texts'
import type { DailyProfit, OverseaPosition } from '@maru/contract'
import { Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DayOf, dayOf, totalOf, winRate } from '../../../books/oversea/daily.ts'
import { dailyQuery } from '../../../books/oversea/history-queries.ts'
import { overseaOptionsQuery, positionsQuery } from '../../../books/oversea/queries.ts'
import {
  dayWithWeekday,
  Loaded,
  listTexts,
  type Period,
  PeriodChips,
  periodOf,
  periods,
  SaveCsv,
  StaleOf,
  tableOf,
} from '../../../lists/index.ts'
import { clock } from '../../../live/index.ts'
import { directionOf, signedWon } from '../figures.ts'
import { columns } from './daily-csv.ts'
import { DailyTable } from './daily-table.tsx'
import { dailyTexts } from './daily-texts.ts'
import { ProfitChart } from './profit-chart.tsx'
import { sumOf, useValued } from './use-last.ts'
import '../../../lists/history.css'
import './daily-profits.css'

/** Before the first fill of any member: without dates the server shows a month. */
const everSince = '2000-01-01'
const none: never[] = []

const filterOf = (period: Period, optionId: number | undefined) => ({
  ...(optionId !== undefined && { overseaOptionId: String(optionId) }),
  startDate: everSince,
  ...periodOf(periods[period], clock.now()),
})

/** The result of the trading day of now, with what is open beside it, and of the days before. Of one contract where `optionId` names one. */
export function DailyProfits({ optionId }: { optionId?: number | undefined }) {
  const t = useTexts(dailyTexts)
  const [period, setPeriod] = useState<Period>('days30')
  const month = useQuery(dailyQuery(filterOf('days30', optionId)))
  const days = useQuery(dailyQuery(filterOf(period, optionId)))
  const shown = days.data ?? none
  return (
    <>
      <Loaded query={month} isEmpty={false} empty={['', '']} skeleton={<TodaySkeleton />}>
        <StaleOf query={month} />
        <Today days={month.data ?? none} optionId={optionId} />
      </Loaded>
      <h2 className="dp-h">{t('past')}</h2>
      <PeriodChips value={period} onChange={setPeriod}>
        <SaveCsv list={t('list')} name="maru-oversea-daily" read={async () => tableOf(columns, shown, t)} />
      </PeriodChips>
      <Loaded
        query={days}
        isEmpty={shown.length === 0}
        empty={[t('none'), t('noneHint')]}
        skeleton={<Skeleton height={160} className="dp-s" />}
      >
        <ProfitChart days={shown} />
        <DailyTable days={shown} />
      </Loaded>
      <p className="dp-n">{t('foot')}</p>
    </>
  )
}

function Today({ days, optionId }: { days: readonly DailyProfit[]; optionId: number | undefined }) {
  const t = useTexts(dailyTexts)
  const tList = useTexts(listTexts)
  const options = useQuery(overseaOptionsQuery).data ?? none
  const positions = useQuery(positionsQuery(true)).data ?? none
  const of = dayOf(optionId === undefined ? options : options.filter(({ id }) => id === optionId), days)
  const total = totalOf(days.filter(({ date }) => date === of?.day))
  const rate = winRate(total)
  return (
    <section className="dp-t num" aria-label={t(of?.isRunning === false ? 'lastDay' : 'today')}>
      <p>
        <b>{t(of?.isRunning === false ? 'lastDay' : 'today')}</b>
        <span>{dayText(of)}</span>
      </p>
      <p className={`v ${directionOf(total.netPnl)}`}>
        {signedWon(total.netPnl)}
        <small>{t('won')}</small>
      </p>
      <dl className="pos-g">
        <div>
          <dt>{t('realized')}</dt>
          <dd className={directionOf(total.realizedPnl)}>{signedWon(total.realizedPnl)}</dd>
        </div>
        <div>
          <dt>{t('fee')}</dt>
          <dd>{signedWon(-total.fee)}</dd>
        </div>
        <div>
          <dt>{t('open')}</dt>
          <dd>
            <OpenResult
              positions={positions.filter(
                ({ overseaOptionId }) => optionId === undefined || overseaOptionId === optionId,
              )}
            />
          </dd>
        </div>
        <div>
          <dt>{t('trades')}</dt>
          <dd>{t('tradesOf', { trades: total.trades })}</dd>
        </div>
        <div>
          <dt>{t('wins')}</dt>
          <dd>{t('winsOf', { wins: total.wins })}</dd>
        </div>
        <div>
          <dt>{t('winRate')}</dt>
          <dd>{rate === null ? '–' : `${rate}%`}</dd>
        </div>
      </dl>
    </section>
  )

  function dayText(day: DayOf | null): string {
    if (day === null) return t('noDay')
    return t('tradingDay', { day: dayWithWeekday(day.day, tList('weekdays')) })
  }
}

/** What open positions would bring, of each tick. */
function OpenResult({ positions }: { positions: readonly OverseaPosition[] }) {
  const options = useQuery(overseaOptionsQuery).data ?? none
  const sum = sumOf(useValued(positions, options))
  return <span className={directionOf(sum)}>{signedWon(sum)}</span>
}

function TodaySkeleton() {
  return (
    <div className="dp-t" aria-busy="true">
      <Skeleton width={144} height={20} />
      <Skeleton width={176} height={28} className="pos-s" />
      <Skeleton height={72} className="pos-s" />
    </div>
  )
}
