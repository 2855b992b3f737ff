import { useTexts } from '@maru/client/i18n/texts'
import type { FillStatistics, MonthStatistics } from '@maru/contract'
import { Badge, formatCount } from '@maru/ui'
import { Fragment } from 'react'
import { roundTexts } from '../../books/rounds/texts.ts'
import { statisticsTexts } from './texts.ts'

/** All figures of a month. */
export function Month({
  statistics: { futures, oversea, rounds, heldPrices, outages, isComplete },
}: {
  statistics: MonthStatistics
}) {
  const t = useTexts(statisticsTexts)
  return (
    <>
      {!isComplete && (
        <p className="stat-b">
          <Badge>{t('running')}</Badge>
        </p>
      )}
      <Fills title={t('futures')} fills={futures} />
      <div className="band" />
      <Fills title={t('oversea')} fills={oversea} />
      <div className="band" />
      <Rounds rounds={rounds} />
      <div className="band" />
      <HeldPrices held={heldPrices} />
      <div className="band" />
      <Outages outages={outages} />
    </>
  )
}

function Fills({ title, fills }: { title: string; fills: FillStatistics }) {
  const t = useTexts(statisticsTexts)
  const even = fills.fills - fills.better - fills.worse
  const rows = [
    { name: 'better', count: fills.better, by: fills.betterBy },
    { name: 'even', count: even, by: null },
    { name: 'worse', count: fills.worse, by: fills.worseBy },
  ] as const
  return (
    <section className="stat-g">
      <h2>{title}</h2>
      {fills.fills === 0 ? (
        <p className="stat-n">{t('noFills')}</p>
      ) : (
        <>
          <p className="stat-n">{t('fills', { count: formatCount(String(fills.fills)) })}</p>
          <div className="stat-bar" aria-hidden="true">
            {rows.map(({ name, count }) => (
              <span key={name} className={`is-${name}`} style={{ flexGrow: count }} />
            ))}
          </div>
        </>
      )}
      <dl className="kv">
        {fills.fills > 0 &&
          rows.map(({ name, count, by }) => (
            <Fragment key={name}>
              <dt>
                <i className={`stat-k is-${name}`} aria-hidden="true" />
                {t(name)}
              </dt>
              <dd>
                {by === null
                  ? t('count', { count: formatCount(String(count)) })
                  : t('by', { count: formatCount(String(count)), percent: by })}
              </dd>
            </Fragment>
          ))}
        <dt>{t('liquidations')}</dt>
        <dd>{t('positions', { count: formatCount(String(fills.liquidations)) })}</dd>
      </dl>
    </section>
  )
}

function Rounds({ rounds: { decided, voids } }: { rounds: MonthStatistics['rounds'] }) {
  const t = useTexts(statisticsTexts)
  const tRounds = useTexts(roundTexts)
  const all = voids.reduce((sum, { count }) => sum + count, 0)
  const times = (count: number) => t('roundCount', { count: formatCount(String(count)) })
  return (
    <section className="stat-g">
      <h2>{t('rounds')}</h2>
      <dl className="kv">
        <dt>{t('decided')}</dt>
        <dd>{times(decided)}</dd>
        <dt>{t('voids')}</dt>
        <dd>{times(all)}</dd>
        {voids.map(({ reason, count }) => (
          <Fragment key={reason}>
            <dt className="stat-sub">{tRounds(reason)}</dt>
            <dd>{times(count)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function HeldPrices({ held: { count, wrong } }: { held: MonthStatistics['heldPrices'] }) {
  const t = useTexts(statisticsTexts)
  return (
    <section className="stat-g">
      <h2>{t('heldPrices')}</h2>
      <dl className="kv">
        <dt>{t('heldJumps')}</dt>
        <dd>{t('count', { count: formatCount(String(count)) })}</dd>
        <dt>{t('heldWrong')}</dt>
        <dd>{t('count', { count: formatCount(String(wrong)) })}</dd>
      </dl>
    </section>
  )
}

function Outages({ outages: { count, totalMs, longestMs } }: { outages: MonthStatistics['outages'] }) {
  const t = useTexts(statisticsTexts)
  const length = (ms: number) => {
    const minutes = Math.round(ms / 60_000)
    if (ms < 60_000) return t('seconds', { count: Math.ceil(ms / 1_000) })
    return minutes < 60
      ? t('minutes', { count: minutes })
      : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  return (
    <section className="stat-g">
      <h2>{t('outages')}</h2>
      {count === 0 ? (
        <p className="stat-n">{t('outageNone')}</p>
      ) : (
        <dl className="kv">
          <dt>{t('outageCount')}</dt>
          <dd>{t('outageTimes', { count: formatCount(String(count)) })}</dd>
          <dt>{t('outageTotal')}</dt>
          <dd>{length(totalMs)}</dd>
          <dt>{t('outageLongest')}</dt>
          <dd>{length(longestMs)}</dd>
        </dl>
      )}
    </section>
  )
}
