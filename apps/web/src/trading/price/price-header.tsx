import { useTexts } from '@maru/client/i18n/texts'
import { formatCount, minusSign, roundDecimal } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFeed, usePrice, useSecondsLeft } from '../../live/index.ts'
import { tradingTexts } from '../texts.ts'
import { sizeOf } from '../write-text.ts'
import { DayChange, LastPrice, type Of, PriceField, StaleBadge } from './price-cells.tsx'
import { statisticsQuery } from './statistics.ts'
import './price-header.css'

interface PriceHeaderProps extends Of {
  /** Stands at the right instead of mark price and funding. */
  aside?: ReactNode
}

/** Last price and change, mark price, funding with its countdown, and the day's range. Each figure is a cell of its own. */
export function PriceHeader({ stock, precision, aside }: PriceHeaderProps) {
  const t = useTexts(tradingTexts)
  const statistics = useQuery(statisticsQuery(stock, precision)).data
  return (
    <section className="ph" aria-label={t('lastPrice')}>
      <div className="ph-v">
        <b className="num">
          <LastPrice stock={stock} precision={precision} />
        </b>
        <Change stock={stock} precision={precision} />
      </div>
      {aside ?? (
        <dl className="ph-m num">
          <div>
            <dt>{t('mark')}</dt>
            <dd>
              <PriceField stock={stock} precision={precision} field="mark" />
            </dd>
          </div>
          <Funding stock={stock} />
        </dl>
      )}
      <dl className="ph-d num">
        <div>
          <dt>{t('dayHigh')}</dt>
          <dd>
            <PriceField stock={stock} precision={precision} field="high" />
          </dd>
        </div>
        <div>
          <dt>{t('dayLow')}</dt>
          <dd>
            <PriceField stock={stock} precision={precision} field="low" />
          </dd>
        </div>
        <div>
          <dt>{t('dayVolume')}</dt>
          <dd>{statistics ? formatCount(roundDecimal(statistics.volume, 0)) : '–'}</dd>
        </div>
      </dl>
    </section>
  )
}

function Change({ stock, precision }: Of) {
  const isLive = useFeed(stock) === 'live'
  return isLive ? <DayChange stock={stock} precision={precision} percentOnly /> : <StaleBadge stock={stock} />
}

/** The rate of the next funding and how long until then; nothing for instruments without one. */
function Funding({ stock }: { stock: string }) {
  const t = useTexts(tradingTexts)
  const rate = usePrice(stock, 'fundingRate')
  const next = usePrice(stock, 'nextFundingTime')
  if (rate === undefined || next === undefined) return null
  return (
    <div>
      <dt>{t('funding', { rate: fundingPercent(rate) })}</dt>
      <dd>
        <span role="timer" aria-label={t('fundingIn')}>
          <Countdown target={next} />
        </span>
      </dd>
    </div>
  )
}

function Countdown({ target }: { target: number }) {
  const left = hoursMinutesSeconds(useSecondsLeft(target))
  return (
    <span className="fig" data-size={sizeOf(left)}>
      <span>{left}</span>
    </span>
  )
}

/** hh:mm:ss */
export function hoursMinutesSeconds(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A rate as a percentage with the four decimals that venues use: 0.0001 is `0.0100%`. */
export function fundingPercent(rate: string): string {
  // In millionths, of which ten thousand are one per cent.
  const millionths = BigInt(roundDecimal(rate, 6).replace('.', ''))
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(5, '0')
  return `${millionths < 0n ? minusSign : ''}${digits.slice(0, -4)}.${digits.slice(-4)}%`
}
