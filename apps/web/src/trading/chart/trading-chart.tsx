import { useTexts } from '@maru/client/i18n/texts'
import type { KeyboardEvent } from 'react'
import { tradingTexts } from '../texts.ts'
import { CandleCanvas, type TradingChartProps } from './candle-canvas.tsx'
import { useChartSettings } from './chart-settings.ts'
import { TimeframeBar } from './timeframe-bar.tsx'
import { useFullChart } from './use-full-chart.ts'
import './trading-chart.css'

/** Candles with indicators, fills and the member's lines. React makes the frame; ticks go straight to the canvas. */
export function TradingChart(props: TradingChartProps) {
  const t = useTexts(tradingTexts)
  const [full, setFull] = useFullChart()
  const interval = useChartSettings(({ interval }) => interval)
  const { stock, precision, tick } = props
  const endFull = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && full) setFull(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is a second way out of the whole screen, beside the button.
    <div className={full ? 'tc is-full' : 'tc'} onKeyDown={endFull}>
      <TimeframeBar full={full} onFull={setFull} />
      {/* Another instrument or interval is another chart: nothing of the old one is carried over. */}
      <CandleCanvas
        key={`${stock} ${interval} ${precision} ${tick}`}
        {...props}
        full={full}
        label={t('chart', { interval: t(`interval${interval}`) })}
      />
    </div>
  )
}
