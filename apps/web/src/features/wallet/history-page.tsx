import type { Bet } from '@maru/contract'
import { Chip, formatCount, formatDateTime, formatDay, formatKrw, formatSigned, Icon, Skeleton, toast } from '@maru/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { clock } from '../../live/index.ts'
import {
  type BetFilter,
  betSummaryQuery,
  betsQuery,
  DecidedBetRow,
  instrumentLabel,
  Loaded,
  optionsQuery,
  type Page,
  roundTexts,
  rowsOf,
  useGameName,
  VirtualList,
} from '../rounds/index.ts'
import { saveFile, toCsv } from './csv.ts'
import { dayWithWeekday, groupedByDay, type HistoryRow, periodOf } from './days.ts'
import { walletTexts } from './texts.ts'
import './wallet.css'

const kinds = { all: undefined, rent: 'R.5,R1,R2,R5', binary: 'B1,B2,B5' } as const
const results = { allResults: undefined, won: '1', lost: '2', void: '3', open: '0' } as const
const periods = { days7: 7, days30: 30, days90: 90, allTime: null } as const
const dayHeight = 40
const betHeight = 63

/** /wallet/history: the member's bets by kind, result and period, with their sum, as a list and as a file. */
export default function HistoryPage() {
  const t = useTexts(walletTexts)
  const [kind, setKind] = useState<keyof typeof kinds>('all')
  const [result, setResult] = useState<keyof typeof results>('allResults')
  const [period, setPeriod] = useState<keyof typeof periods>('days30')
  const filter: BetFilter = {
    ...(kinds[kind] && { tradeTypeStrs: kinds[kind] }),
    ...(results[result] && { statusStrs: results[result] }),
    ...periodOf(periods[period], clock.now()),
  }
  const bets = useInfiniteQuery(betsQuery(filter, true))
  const options = useQuery(optionsQuery).data
  const rows = groupedByDay(rowsOf(bets.data))
  const precisionOf = (bet: Bet) =>
    options?.find(({ id }) => id === bet.tradeOptionId)?.precision ?? bet.strikePrice?.split('.')[1]?.length ?? 0
  return (
    <main className="history">
      <fieldset className="filt" aria-label={t('filterKind')}>
        <Choices choices={kinds} value={kind} onChange={setKind} />
        <SaveCsv filter={filter} />
      </fieldset>
      <fieldset className="filt" aria-label={t('filterResult')}>
        <Choices choices={results} value={result} onChange={setResult} />
      </fieldset>
      <fieldset className="filt" aria-label={t('filterPeriod')}>
        <Choices choices={periods} value={period} onChange={setPeriod} />
      </fieldset>
      <Summary filter={filter} />
      <div className="band" />
      <Loaded query={bets} isEmpty={rows.length === 0} empty={[t('none'), t('noneHint')]}>
        <VirtualList<HistoryRow>
          rows={rows}
          keyOf={({ id }) => id}
          height={({ kind }) => (kind === 'day' ? dayHeight : betHeight)}
          onEnd={bets.hasNextPage && !bets.isFetchingNextPage ? () => void bets.fetchNextPage() : undefined}
          render={(row) =>
            row.kind === 'day' ? (
              <h2 className="day num">{dayWithWeekday(row.day, t('weekdays'))}</h2>
            ) : (
              <HistoryBet bet={row.bet} precision={precisionOf(row.bet)} />
            )
          }
        />
      </Loaded>
    </main>
  )
}

function Choices<K extends keyof typeof walletTexts.ko>({
  choices,
  value,
  onChange,
}: {
  choices: Record<K, unknown>
  value: K
  onChange: (value: K) => void
}) {
  const t = useTexts(walletTexts)
  return (Object.keys(choices) as K[]).map((choice) => (
    <Chip key={choice} pressed={choice === value} onClick={() => onChange(choice)}>
      {t(choice)}
    </Chip>
  ))
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
  const t = useTexts(walletTexts)
  const { data } = useQuery({ ...betSummaryQuery(filter), placeholderData: (before) => before })
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
          <Skeleton width={128} height={20} />
        )}
      </div>
      <dl>
        {(figures ?? [t('count'), t('record'), t('stakes')].map((name) => [name, null])).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value ?? <Skeleton width={56} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const csvPageSize = 100

/** All bets of the filter as a file: asked for page by page when the button is pressed. */
function SaveCsv({ filter }: { filter: BetFilter }) {
  const t = useTexts(walletTexts)
  const words = useTexts(roundTexts)
  const game = useGameName()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const head = (
        [
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
      ).map((name) => t(`csv${name}`))
      const status = [t('open'), t('won'), t('lost'), t('void')]
      const rows = (await allBets(filter)).map((bet) => [
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
      saveFile(`maru-${formatDay(clock.now())}.csv`, toCsv(head, rows))
    } catch (error) {
      toast({ title: t('csvFailed'), text: errorText(error), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="link hist-csv"
      aria-label={t('csvLabel')}
      disabled={busy}
      onClick={() => void save()}
    >
      <Icon name="download" small />
      {t('csv')}
    </button>
  )
}

async function allBets(filter: BetFilter): Promise<Bet[]> {
  const bets: Bet[] = []
  for (let page = 0; ; page++) {
    const answer = (await call('historyList', {
      query: { ...filter, resultType: 'Page', page: String(page), size: String(csvPageSize) },
    })) as Page<Bet>
    bets.push(...answer.content)
    if (page + 1 >= answer.totalPages) return bets
  }
}
