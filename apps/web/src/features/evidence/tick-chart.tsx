import { useTexts } from '@maru/client/i18n/texts'
import type { EvidenceTick } from '@maru/contract'
import { formatPrice, formatTime } from '@maru/ui'
import { evidenceTexts } from './texts.ts'

const windowMs = 5_000
const [width, height, pad] = [1000, 240, 24] as const

/** HH:mm:ss.SSS in Korea. */
export const exactTime = (ms: number): string => `${formatTime(ms)}.${String(ms % 1000).padStart(3, '0')}`

interface TickChartProps {
  name: string
  at: number
  ticks: readonly EvidenceTick[]
  chosen: EvidenceTick | null
  precision: number
}

/** The trades five seconds before and after a deciding moment: the line holds each price until the next trade. */
export function TickChart({ name, at, ticks, chosen, precision }: TickChartProps) {
  const t = useTexts(evidenceTexts)
  if (ticks.length === 0) return <p className="ev-none">{t('noTicks')}</p>
  const prices = ticks.map(({ price }) => Number(price))
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low || 1
  const x = (ms: number) => ((ms - at + windowMs) / (2 * windowMs)) * width
  const y = (price: number) => height - pad - ((price - low) / range) * (height - 2 * pad)
  const steps = ticks.map(({ sourceTs, price }, index) => {
    const level = y(Number(price)).toFixed(1)
    const place = x(sourceTs).toFixed(1)
    return index === 0 ? `M${place} ${level}` : `H${place}V${level}`
  })
  const label = t('ticksChart', {
    at: formatTime(at),
    count: ticks.length,
    price: chosen ? formatPrice(chosen.price, precision) : '–',
  })
  return (
    <>
      <div className="ev-chart" role="img" aria-label={label}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${width / 2} 0V${height}`} className="ev-at" />
          <path d={`${steps.join('')}H${width}`} className="ev-line" />
        </svg>
        {chosen && Math.abs(chosen.sourceTs - at) <= windowMs && (
          <i
            className="ev-dot"
            style={{ left: `${x(chosen.sourceTs) / 10}%`, top: `${(y(Number(chosen.price)) / height) * 100}%` }}
          />
        )}
        <div className="ev-axis">
          <span>{formatTime(at - windowMs)}</span>
          <b>{formatTime(at)}</b>
          <span>{formatTime(at + windowMs)}</span>
        </div>
      </div>
      <details className="ev-ticks">
        <summary>{t('ticksList', { count: ticks.length })}</summary>
        <div className="ev-scroll">
          <table aria-label={t('ticksAround', { name })}>
            <thead>
              <tr>
                <th scope="col">{t('seq')}</th>
                <th scope="col">{t('sourceTs')}</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {ticks.map((tick) => (
                <tr key={tick.seq} className={tick.seq === chosen?.seq ? 'is-chosen' : ''}>
                  <td>{tick.seq}</td>
                  <td>{exactTime(tick.sourceTs)}</td>
                  <td>{formatPrice(tick.price, precision)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
