import { useTexts } from '@maru/client/i18n/texts'
import { partThatComes } from '@maru/client/page/chunk-recovery'
import type { TradeOption } from '@maru/contract'
import { Empty } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { stageOf } from '../../books/rounds/arrange.ts'
import { defaultOption, findOption, groupByStock, type StockGroup } from '../../books/rounds/options.ts'
import { openBetsQuery, optionsQuery, recentQuery } from '../../books/rounds/queries.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { LaterAlertButton } from '../../kit/alerts/later-button.tsx'
import { LeadOn } from '../../kit/lead-on.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { clock } from '../../live/index.ts'
import { RiskNotice } from '../../protection/risk-dialogs.tsx'
import { useSession } from '../../session/store.ts'
import { TradeHeader } from '../../shell/trade-header.tsx'
import { HeaderFigures } from '../../trading/price/header-figures.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { HeaderPnl } from './header-pnl.tsx'
import { InstrumentPicker } from './instrument-picker.tsx'
import { Kinds } from './kinds.tsx'
import { PriceHead } from './price-head.tsx'
import { RoundHeader } from './round-header.tsx'
import { RunningStrip } from './running-strip.tsx'
import { riskFigures } from './ticket.ts'
import { TicketPanel } from './ticket-panel.tsx'
import { TradeSkeleton } from './trade-skeleton.tsx'
import { useGame } from './use-game.ts'
import './rounds.css'

/** Below what is traded with: the price does not wait for them. */
const RoundLists = partThatComes(async () => (await import('./round-lists.tsx')).RoundLists)

const lastOptionKey = 'maru:last-option'

/** The trade page of timed rounds, /exchange/:id, and its logged-out variant /exchangeView/:id. */
export default function RoundsPage() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isView = pathname.startsWith('/exchangeView')
  const base = isView ? '/exchangeView' : '/exchange'
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const list = useQuery(optionsQuery)
  // What shows them is drawn in slices: mounted at once, it would hold a slow phone's taps and prices.
  const options = useDeferredValue(list.data)
  const groups = options ? groupByStock(options) : []
  const option = options ? findOption(options, id) : null
  const group = groups.find(({ stock }) => stock === option?.stock) ?? null

  useEffect(() => {
    if (option) localStorage.setItem(lastOptionKey, String(option.id))
  }, [option])

  if (options && !option) {
    // A number may have been an option's; a name that is no stock's was nothing.
    if (id !== undefined && !/^\d+$/.test(id)) return <LeadOn to="/" />
    const landing = defaultOption(options, Number(localStorage.getItem(lastOptionKey)) || null)
    if (landing) return <LeadOn to={`${base}/${landing.id}`} />
  }
  const pick = (next: TradeOption) => navigate(`${base}/${next.id}`, { replace: next.stock === option?.stock })
  return (
    <>
      <TradeHeader>
        <InstrumentPicker groups={groups} current={option} onPick={pick} />
        {option && <LaterAlertButton stock={option.stock} signedIn={signedIn} />}
        {option && (
          <HeaderFigures stock={option.stock} precision={option.precision}>
            <HeaderPnl option={option} signedIn={signedIn} />
          </HeaderFigures>
        )}
      </TradeHeader>
      {option && group ? (
        <Trade key={option.stock} option={option} group={group} isView={isView} onPick={pick} />
      ) : list.isError && !options ? (
        <main>
          <LoadFailed query={list} />
        </main>
      ) : options ? (
        <Missing />
      ) : (
        <TradeSkeleton />
      )}
    </>
  )
}

function Trade({
  option,
  group,
  isView,
  onPick,
}: {
  option: TradeOption
  group: StockGroup
  isView: boolean
  onPick: (option: TradeOption) => void
}) {
  const signedIn = useSession(({ status }) => status === 'success') && !isView
  const { betting, running } = useGame(option.id)
  const openBets = useQuery(openBetsQuery(option.id, signedIn))
  const recent = useQuery(recentQuery(option.id)).data ?? []
  const bets = openBets.data ?? []
  return (
    <main className="trade">
      <div className="trade-chart">
        <PriceHead stock={option.stock} precision={option.precision} />
        <Kinds group={group} option={option} onPick={onPick} />
        <ChartPanel option={option} betting={betting} running={running} bets={bets} recent={recent} />
        <RunningStrip round={running} bets={bets} precision={option.precision} />
      </div>
      <div className="trade-side">
        <section className="round">
          <RoundHeader round={betting} stage={betting && stageOf(betting, clock.now())} bets={bets} />
          <TicketPanel option={option} round={betting} bets={bets} isView={isView} />
        </section>
        <RiskNotice texts={roundTexts} figures={riskFigures(betting?.payoutRate ?? option.payoutRate)} />
        <div className="band" />
        <Suspense fallback={<section className="lists" aria-busy="true" />}>
          <RoundLists key={option.id} option={option} running={running} openBets={openBets} signedIn={signedIn} />
        </Suspense>
      </div>
    </main>
  )
}

function Missing() {
  const t = useTexts(roundTexts)
  return (
    <main>
      <Empty title={t('optionMissing')}>{t('optionMissingHint')}</Empty>
    </main>
  )
}
