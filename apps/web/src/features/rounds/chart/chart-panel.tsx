import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { loadPart, reportMissing } from '@maru/client/page/chunk-recovery'
import type { Bet, RecentRound, Round, TradeOption } from '@maru/contract'
import { formatCount, formatPrice, Icon, IconButton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { minutesOf } from '../../../books/rounds/options.ts'
import { roundTexts } from '../../../books/rounds/texts.ts'
import { clock, prices, useFeed, watchFrames } from '../../../live/index.ts'
import { useFullChart } from '../../../trading/chart/use-full-chart.ts'
import { PriceHead } from '../price-head.tsx'
import type { RoundChart } from './round-chart.ts'
import { type SceneInputs, sceneOf } from './scene-of.ts'
import { secondsOf } from './seconds.ts'

interface ChartPanelProps {
  option: TradeOption
  betting: Round | null
  running: Round | null
  bets: readonly Bet[]
  recent: readonly RecentRound[]
}

/** What the line begins with; a round of half a minute shows less of it, so that its own part can be seen. */
const keptMs = 300_000
const shortWindow = 2
const usualWindow = 5

/** The line of the last minutes. React makes the frame and hands over the scene; ticks go straight to the canvas. */
export function ChartPanel({ option, betting, running, bets, recent }: ChartPanelProps) {
  const t = useTexts(roundTexts)
  const { stock, precision } = option
  const figure = useRef<HTMLElement>(null)
  const [full, setFull] = useFullChart()
  const [chart, setChart] = useState<RoundChart | null>(null)
  const live = useFeed(stock) === 'live'
  const minutes = minutesOf(option.type) < 1 ? shortWindow : usualWindow
  useEffect(() => chart?.setWindow(minutes * 60), [chart, minutes])
  const candles = useQuery({
    queryKey: ['trade', 'seconds', stock],
    queryFn: async () =>
      (await call('GET /api/trade/kline_data', { query: { stockListStrs: stock, interval: '1s' } }))[stock] ?? [],
    staleTime: 0,
    gcTime: 0,
    meta: { public: true },
  }).data

  useEffect(() => {
    let made: RoundChart | null = null
    let gone = false
    // The price and the ticket first: the chart library runs when the page is drawn, and what is touched meanwhile is answered between its steps.
    const cancel = whenIdle(async () => {
      const part = await loadPart(() => import('./round-chart.ts')).catch(reportMissing)
      await nextTask()
      const element = figure.current
      if (!part || gone || !element) return
      made = part.createRoundChart(element, clock.now())
      await nextTask()
      if (!gone) setChart(made)
    })
    return () => {
      gone = true
      cancel()
      made?.remove()
      setChart(null)
    }
  }, [])

  useEffect(() => {
    if (!chart || !candles) return
    chart.setPrecision(precision)
    const now = Math.floor(clock.now() / 1000)
    chart.setSeconds(secondsOf(candles, now - keptMs / 1000 - 10, Math.max(now, lastSecondOf(candles))))
    const unwatch = watchFrames(stock)
    const tick = () => {
      const last = prices.get(stock, 'last')
      const ts = prices.get(stock, 'ts')
      if (last !== undefined && ts !== undefined) chart.price(ts, Number(last))
    }
    tick()
    const unlisten = prices.subscribe(stock, 'ts', tick)
    return () => {
      unlisten()
      unwatch()
    }
  }, [chart, candles, stock, precision])

  useEffect(() => {
    if (!chart) return
    chart.clock(clock.now(), live)
    const timer = setInterval(() => chart.clock(clock.now(), live), 1000)
    return () => clearInterval(timer)
  }, [chart, live])

  const inputs: SceneInputs = {
    betting,
    running,
    bets,
    recent,
    words: {
      running: t('runningZone'),
      next: t('nextZone'),
      locked: t('lockedZone'),
      strike: (price, roundNo) => t('strikeOf', { price: formatPrice(price, precision), round: formatCount(roundNo) }),
    },
  }
  const scene = sceneOf(inputs, clock.now())
  useEffect(() => chart?.setScene(scene))

  const strike = running?.strikePrice
  const label = strike
    ? `${t('chart', { minutes })}. ${t('strikeOf', { price: formatPrice(strike, precision), round: formatCount(running.roundNo) })}`
    : t('chart', { minutes })
  return (
    <div className={full ? 'rc tc is-full' : 'rc'}>
      {full && (
        <div className="rc-h">
          <PriceHead stock={stock} precision={precision} />
          <IconButton label={t('endFullScreen')} onClick={() => setFull(false)}>
            <Icon name="shrink" />
          </IconButton>
        </div>
      )}
      <figure ref={figure} className="chart round-chart" role="img" aria-label={label} />
    </div>
  )
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Soon, between two pieces of work; Safari has no idle callback and waits one moment. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

function lastSecondOf(candles: readonly (readonly [number, ...unknown[]])[]): number {
  return Math.floor((candles.at(-1)?.[0] ?? 0) / 1000)
}
