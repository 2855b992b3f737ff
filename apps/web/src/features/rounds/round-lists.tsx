import { useTexts } from '@maru/client/i18n/texts'
import type { Bet, Round, TradeOption } from '@maru/contract'
import { Tabs } from '@maru/ui'
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { betsQuery, recentQuery, resultsQuery } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { GuestHint, Loaded, rowsOf, VirtualList } from '../../lists/index.ts'
import { DecidedBetRow, OpenBetRow } from './bet-row.tsx'
import { BetSkeletons } from './bet-skeletons.tsx'
import { ResultRow, ResultStrip } from './result-row.tsx'

type Tab = 'open' | 'results' | 'mine'
const rowHeight = 63
const justEnded = 5

interface ListsProps {
  option: TradeOption
  /** The round between its start and its result. */
  running: Round | null
  openBets: UseQueryResult<Bet[]>
  signedIn: boolean
}

/** 진행 중 · 회차 결과 · 내 내역 */
export function RoundLists({ option, running, openBets, signedIn }: ListsProps) {
  const t = useTexts(roundTexts)
  const [tab, setTab] = useState<Tab>(signedIn ? 'open' : 'results')
  const count = openBets.data?.length ?? 0
  return (
    <section className="lists" aria-label={t('tabs')}>
      <Tabs<Tab>
        label={t('tabs')}
        panelId="round-lists"
        value={tab}
        onChange={setTab}
        choices={[
          {
            value: 'open',
            label: (
              <>
                {t('tabOpen')} {count > 0 && <span className="n">{count}</span>}
              </>
            ),
          },
          { value: 'results', label: t('tabResults') },
          { value: 'mine', label: t('tabMine') },
        ]}
      />
      <div id="round-lists" role="tabpanel" aria-labelledby={`round-lists-${tab}`}>
        {tab === 'results' && <Results option={option} />}
        {tab !== 'results' && !signedIn && <GuestHint title={t('guestMine')} />}
        {tab === 'open' && signedIn && <OpenBets option={option} running={running} openBets={openBets} />}
        {tab === 'mine' && signedIn && <MyBets option={option} />}
      </div>
    </section>
  )
}

function OpenBets({ option, running, openBets }: Omit<ListsProps, 'signedIn'>) {
  const t = useTexts(roundTexts)
  const ended = useInfiniteQuery(betsQuery({ tradeOptionId: String(option.id), statusStrs: '1,2,3' }, true))
  const recent = rowsOf(ended.data).slice(0, justEnded)
  return (
    <>
      <Loaded
        skeleton={<BetSkeletons />}
        query={openBets}
        empty={[t('emptyOpen'), t('emptyOpenHint')]}
        isEmpty={openBets.data?.length === 0}
      >
        {openBets.data?.map((bet) => (
          <OpenBetRow
            key={bet.id}
            bet={bet}
            round={running?.id === bet.tradeRoundId ? running : null}
            precision={option.precision}
          />
        ))}
      </Loaded>
      {recent.length > 0 && (
        <>
          <div className="band" />
          <h2 className="list-h">{t('justEnded')}</h2>
          {recent.map((bet) => (
            <DecidedBetRow key={bet.id} bet={bet} precision={option.precision} />
          ))}
        </>
      )}
    </>
  )
}

function Results({ option }: { option: TradeOption }) {
  const t = useTexts(roundTexts)
  const recent = useQuery(recentQuery(option.id))
  const results = useInfiniteQuery(resultsQuery(option.id))
  const rows = rowsOf(results.data)
  return (
    <>
      <ResultStrip rounds={recent.data ?? []} />
      <Loaded
        skeleton={<BetSkeletons />}
        query={results}
        empty={[t('emptyResults'), t('emptyResultsHint')]}
        isEmpty={rows.length === 0}
      >
        <VirtualList
          rows={rows}
          keyOf={({ id }) => id}
          height={() => rowHeight}
          onEnd={results.hasNextPage && !results.isFetchingNextPage ? () => void results.fetchNextPage() : undefined}
          render={(round) => <ResultRow round={round} precision={option.precision} />}
        />
      </Loaded>
    </>
  )
}

function MyBets({ option }: { option: TradeOption }) {
  const t = useTexts(roundTexts)
  const bets = useInfiniteQuery(betsQuery({ tradeOptionId: String(option.id) }, true))
  const rows = rowsOf(bets.data)
  return (
    <Loaded
      skeleton={<BetSkeletons />}
      query={bets}
      empty={[t('emptyMine'), t('emptyMineHint')]}
      isEmpty={rows.length === 0}
    >
      <VirtualList
        rows={rows}
        keyOf={({ id }) => id}
        height={() => rowHeight}
        onEnd={bets.hasNextPage && !bets.isFetchingNextPage ? () => void bets.fetchNextPage() : undefined}
        render={(bet) => <DecidedBetRow bet={bet} precision={option.precision} withGame />}
      />
    </Loaded>
  )
}
