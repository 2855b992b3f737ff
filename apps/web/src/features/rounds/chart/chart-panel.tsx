import type { Bet, RecentRound, Round, TradeOption } from '@maru/contract'
import { formatCount, formatPrice } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { isChunkError, reloadOnceFor } from '../../../app/chunk-recovery.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { clock, prices, useFeed, watchPrice } from '../../../live/index.ts'
import { roundTexts } from '../texts.ts'
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

const windowMs = 300_000
const drawEveryMs = 250

/** The line of the last five minutes. React makes the frame and hands over the scene; ticks go straight to the canvas. */
export function ChartPanel({ option, betting, running, bets, recent }: ChartPanelProps) {
  const t = useTexts(roundTexts)
  const { stock, precision } = option
  const figure = useRef<HTMLElement>(null)
  const [chart, setChart] = useState<RoundChart | null>(null)
  const live = useFeed(stock) === 'live'
  const candles = useQuery({
    queryKey: ['trade', 'seconds', stock],
    queryFn: async () => (await call('klineData', { query: { stockListStrs: stock, interval: '1s' } }))[stock] ?? [],
    staleTime: 0,
    gcTime: 0,
    meta: { public: true },
  }).data

  useEffect(() => {
    let made: RoundChart | null = null
    let gone = false
    // The price and the ticket first: the chart library runs when the page is drawn.
    const cancel = whenIdle(() => {
      import('./round-chart.ts').then(({ createRoundChart }) => {
        const element = figure.current
        if (gone || !element) return
        made = createRoundChart(element, clock.now())
        setChart(made)
      }, reportChart)
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
    chart.setSeconds(secondsOf(candles, now - windowMs / 1000 - 10, Math.max(now, lastSecondOf(candles))))
    const unwatch = watchPrice(stock)
    const tick = () => {
      const last = prices.get(stock, 'last')
      const ts = prices.get(stock, 'ts')
      if (last !== undefined && ts !== undefined) chart.price(ts, Number(last))
    }
    tick()
    // Ticks come many a second; the line of five minutes moves less than a pixel in between. The price itself is a cell.
    let timer: ReturnType<typeof setTimeout> | undefined
    const unlisten = prices.subscribe(stock, 'ts', () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tick()
      }, drawEveryMs)
    })
    return () => {
      unlisten()
      clearTimeout(timer)
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
    ? `${t('chart')}. ${t('strikeOf', { price: formatPrice(strike, precision), round: formatCount(running.roundNo) })}`
    : t('chart')
  return <figure ref={figure} className="chart round-chart" role="img" aria-label={label} />
}

/** Soon, between two pieces of work; Safari has no idle callback and waits one moment. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

/** Trading goes on without the picture. A part that a new version replaced comes with a reload. */
function reportChart(error: unknown) {
  console.error('the chart could not be loaded', error)
  if (isChunkError(error)) reloadOnceFor(location.pathname)
}

function lastSecondOf(candles: readonly (readonly [number, ...unknown[]])[]): number {
  return Math.floor((candles.at(-1)?.[0] ?? 0) / 1000)
}
