import { download } from '@maru/client/api/client'
import type { ProviderHealth } from '@maru/contract'
import { Badge, formatTime } from '@maru/ui'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { breakerWords, providerWord } from '../../parts/table-words.ts'
import { Barred } from './barred.tsx'
import { t } from './texts.ts'
import { breakerTones, isOdd, shareOf } from './words.ts'

/** A duration: `412 ms`, `1.2 s`, `3 min`. */
const durationOf = (ms: number): string =>
  ms < 1_000
    ? `${ms} ms`
    : ms < 60_000
      ? t('seconds', { count: (ms / 1_000).toFixed(1) })
      : t('minutes', { count: Math.round(ms / 60_000) })

const timeOf = (at: number | null) => (at === null ? '–' : formatTime(at))

/** How each provider fares: what got through in a day, what waits, whether calls to it are held back. */
export function Health({ rows, onDone }: { rows: readonly ProviderHealth[]; onDone: () => void }) {
  const odd = rows.filter(isOdd).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="panel prov-h" aria-labelledby="prov-health" tabIndex={0}>
      <header className="prov-t">
        <h2 id="prov-health">{t('state')}</h2>
        <span className="dim">{t('day')}</span>
        <span className="sp" />
        <Badge tone={odd === 0 ? 'ok' : 'warn'}>{odd === 0 ? t('allFine') : t('toCheck', { odd })}</Badge>
        <SaveCsv
          name={t('healthFile')}
          read={(signal) => download('GET /api/console/provider/health.csv', { signal })}
        />
      </header>
      <Barred rows={rows} onDone={onDone} />
      <table className="prov-tb">
        <thead>
          <tr>
            <th scope="col">{t('provider')}</th>
            <th scope="col">{t('hours')}</th>
            <th scope="col">{t('successRate')}</th>
            <th scope="col">{t('p95')}</th>
            <th scope="col">{t('lastDone')}</th>
            <th scope="col">{t('breaker')}</th>
            <th scope="col">{t('waitingUnknown')}</th>
            <th scope="col">{t('lastWebhook')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.provider} className={isOdd(row) ? 'is-odd' : undefined}>
              <th scope="row">{providerWord(row.provider)}</th>
              <td>
                <Hours row={row} />
              </td>
              <td>{shareOf(row) ?? '–'}</td>
              <td>{row.p95Ms === null ? '–' : durationOf(row.p95Ms)}</td>
              <td>{timeOf(row.lastDoneAt)}</td>
              <td>
                {row.barred && <Badge tone="warn">{t('barred')}</Badge>}{' '}
                <Badge tone={breakerTones[row.breaker]}>{breakerWords[row.breaker]}</Badge>
              </td>
              <td>
                {row.waiting} · {row.unknown}
              </td>
              <td>{timeOf(row.webhookAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A bar for each of the last 24 hours: nothing was called, all got through, some failed, all failed. */
function Hours({ row: { done, failed, hours } }: { row: ProviderHealth }) {
  return (
    <span className="prov-hours" role="img" aria-label={t('doneFailedOf', { done, failed })}>
      {hours.map((hour, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
        <i key={at} className={hourTone(hour)} />
      ))}
    </span>
  )
}

const hourTone = ({ done, failed }: { readonly done: number; readonly failed: number }): string | undefined =>
  failed > 0 ? (done === 0 ? 'is-bad' : 'is-warn') : done > 0 ? 'is-ok' : undefined
