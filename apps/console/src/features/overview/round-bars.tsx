import type { ExposureSums, RoundExposure } from '@maru/contract'
import { formatCountdown, formatKrwShort, Skeleton } from '@maru/ui'
import { Link } from 'react-router'
import { useNow } from '../../live/use-now.ts'
import { tradeTypeWords } from '../../parts/desk-words.ts'
import { shareOf } from '../../parts/figures.ts'
import { HeatBar } from '../../parts/heat-bar.tsx'
import { LiveBadge } from '../../parts/live-badge.tsx'
import { t } from './texts.ts'

const most = 7

/** Undecided rounds against the limit of their instrument, the fullest first, and all of them against that of the day. */
export function RoundBars({ sums }: { sums: ExposureSums | null }) {
  return (
    <section className="panel ov-rounds" aria-labelledby="round-bars">
      <header>
        <h2 id="round-bars">{t('roundExposure')}</h2>
        <LiveBadge />
        <span className="sp" />
        <Link className="lk" to="/risk">
          {t('open')}
        </Link>
      </header>
      {sums ? <Bars sums={sums} /> : <Skeleton width="100%" height={220} />}
    </section>
  )
}

const full = ({ exposure, maxExposure }: RoundExposure) => shareOf(exposure, maxExposure)

function Bars({ sums: { rounds, roundSum, roundToday, maxDayExposure } }: { sums: ExposureSums }) {
  const staked = rounds.filter(({ betCount }) => betCount > 0)
  const fullest = staked.toSorted((a, b) => full(b) - full(a) || a.endAt - b.endAt).slice(0, most)
  // What was lost today counts against the day's limit too.
  const spent = String(Number(roundSum) + Math.max(0, -Number(roundToday)))
  return (
    <>
      <ul>
        {fullest.map((round) => (
          <li key={round.id}>
            <b>
              {round.koName} {tradeTypeWords[round.type]}
            </b>
            <Left until={round.endAt} />
            <HeatBar percent={full(round)} />
            <span className="num r">{formatKrwShort(round.exposure)}</span>
            <span className="num r dim">{full(round)}%</span>
          </li>
        ))}
        {fullest.length === 0 && <li className="dim">{t('noRounds')}</li>}
      </ul>
      <p>
        <b>{t('dayLimit', { count: staked.length })}</b>
        <span className="dim num">/ {formatKrwShort(maxDayExposure)}</span>
        <HeatBar percent={shareOf(spent, maxDayExposure)} />
        <span className="num r">{formatKrwShort(spent)}</span>
        <span className="num r dim">{shareOf(spent, maxDayExposure)}%</span>
      </p>
    </>
  )
}

/** The time that is left: the one thing of a row that changes each second. */
function Left({ until }: { until: number }) {
  return <span className="dim num">{formatCountdown(Math.max(0, until - useNow()))}</span>
}
