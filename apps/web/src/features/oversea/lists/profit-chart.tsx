import { useTexts } from '@maru/client/i18n/texts'
import type { DailyProfit } from '@maru/contract'
import { useState } from 'react'
import { barsOf, totalOf } from '../../../books/oversea/daily.ts'
import { dayWithWeekday, listTexts } from '../../../lists/index.ts'
import { directionOf, signedWon } from '../figures.ts'
import { dailyTexts } from './daily-texts.ts'

/** Net results of trading days as bars above and below nothing; a touch names a day. The table beside it says the same in words. */
export function ProfitChart({ days }: { days: readonly DailyProfit[] }) {
  const t = useTexts(dailyTexts)
  const weekdays = useTexts(listTexts)('weekdays')
  const { bars, zero } = barsOf(days)
  const [touched, setTouched] = useState<string | null>(null)
  const named = bars.find(({ date }) => date === touched) ?? bars.at(-1)
  const width = 100 / bars.length
  return (
    <figure className="dp-c">
      <figcaption className="num">
        {named && (
          <>
            {dayWithWeekday(named.date, weekdays)}{' '}
            <b className={directionOf(named.net)}>
              {signedWon(named.net)}
              {t('won')}
            </b>
          </>
        )}
      </figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { days: bars.length, sum: signedWon(totalOf(days).netPnl) })}
        onPointerDown={(event) => setTouched(dayAt(event))}
        onPointerMove={(event) => event.buttons > 0 && setTouched(dayAt(event))}
      >
        {bars.map(({ date, net, top, height }, place) => (
          <rect
            key={date}
            className={`${net < 0n ? 'is-down' : 'is-up'}${date === named?.date ? ' is-on' : ''}`}
            x={place * width + width * 0.15}
            width={Math.min(width * 0.7, 8)}
            y={top * 100}
            // A day of nothing, and the smallest results, still are a day.
            height={Math.max(height * 100, 0.75)}
          />
        ))}
        <line x1="0" x2="100" y1={zero * 100} y2={zero * 100} />
      </svg>
    </figure>
  )

  function dayAt({ currentTarget, clientX }: React.PointerEvent<SVGSVGElement>): string | null {
    const { left, width: whole } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / whole) * bars.length)
    return bars[Math.min(bars.length - 1, Math.max(0, place))]?.date ?? null
  }
}
