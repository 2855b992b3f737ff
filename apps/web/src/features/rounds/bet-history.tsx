import { useTexts } from '@maru/client/i18n/texts'
import type { Bet } from '@maru/contract'
import { formatCount, formatKrw, formatSigned, Skeleton } from '@maru/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instrumentLabel } from '../../books/rounds/options.ts'
import { type BetFilter, betSummaryQuery, betsQuery, optionsQuery } from '../../books/rounds/queries.ts'
import {
  ChoiceChips,
  DayList,
  FilterChips,
  type Period,
  PeriodChips,
  periodOf,
  periods,
  SaveCsv,
} from '../../lists/index.ts'
import { clock } from '../../live/index.ts'
import { DecidedBetRow } from './bet-row.tsx'
import { BetSkeletons } from './bet-skeletons.tsx'
import { betHistoryTexts } from './history-texts.ts'
import { useBetRows } from './use-bet-rows.ts'
import './bet-history.css'

const kinds = { all: undefined, rent: 'R.5,R1,R2,R5', binary: 'B1,B2,B5' } as const
const results = { allResults: undefined, won: '1', lost: '2', void: '3', open: '0' } as const

const keysOf = <K extends string>(choices: Record<K, unknown>) => Object.keys(choices) as K[]

/** The member's bets by kind, result and period, with their sum, as a list and as a file. */
export function BetHistory() {
  const t = useTexts(betHistoryTexts)
  const [kind, setKind] = useState<keyof typeof kinds>('all')
  const [result, setResult] = useState<keyof typeof results>('allResults')
  const [period, setPeriod] = useState<Period>('days30')
  const filter: BetFilter = {
    ...(kinds[kind] && { tradeTypeStrs: kinds[kind] }),
    ...(results[result] && { statusStrs: results[result] }),
    ...periodOf(periods[period], clock.now()),
  }
  const bets = useInfiniteQuery(betsQuery(filter, true))
  const options = useQuery(optionsQuery).data
  const readRows = useBetRows(filter)
  const precisionOf = (bet: Bet) =>
    options?.find(({ id }) => id === bet.tradeOptionId)?.precision ?? bet.strikePrice?.split('.')[1]?.length ?? 0
  return (
    <>
      <FilterChips
        label={t('filterKind')}
        choices={keysOf(kinds).map((value) => ({ value, label: t(value) }))}
        value={kind}
        onChange={setKind}
      >
        <SaveCsv list={t('csvList')} name="maru" read={readRows} />
      </FilterChips>
      <ChoiceChips label={t('filterResult')} choices={results} value={result} onChange={setResult} t={t} />
      <PeriodChips value={period} onChange={setPeriod} />
      <Summary filter={filter} />
      <div className="band" />
      <DayList<Bet>
        query={bets}
        rowHeight={63}
        empty={[t('none'), t('noneHint')]}
        skeleton={<BetSkeletons />}
        render={(bet) => <HistoryBet bet={bet} precision={precisionOf(bet)} />}
      />
    </>
  )
}

function HistoryBet({ bet, precision }: { bet: Bet; precision: number }) {
  return (
    <div className="hist">
      <small className="hist-s">{instrumentLabel(bet.stock)}</small>
      <DecidedBetRow bet={bet} precision={precision} withGame />
    </div>
  )
}

function Summary({ filter }: { filter: BetFilter }) {
  const t = useTexts(betHistoryTexts)
  const { data, isError } = useQuery({ ...betSummaryQuery(filter), placeholderData: (before) => before })
  const figures = data && [
    [t('count'), t('countOf', { count: formatCount(data.count) })],
    [t('record'), t('recordOf', { win: data.win, lose: data.lose, void: data.void })],
    [t('stakes'), formatKrw(data.totalPoint)],
  ]
  return (
    <section className="hist-sum" aria-label={t('summary')}>
      <div>
        <span>{t('profit')}</span>
        {data ? (
          <b className={`num ${Number(data.totalProfit) > 0 ? 'up' : Number(data.totalProfit) < 0 ? 'down' : ''}`}>
            {formatSigned(data.totalProfit, formatKrw)}
          </b>
        ) : (
          <b>{isError ? '–' : <Skeleton width={128} height={20} />}</b>
        )}
      </div>
      <dl>
        {(figures ?? [t('count'), t('record'), t('stakes')].map((name) => [name, null])).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value ?? (isError ? '–' : <Skeleton width={56} />)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
