import type { ProviderHealth } from '@maru/contract'
import { Badge, formatTime } from '@maru/ui'
import { t } from './texts.ts'
import { breakerTones, breakerWords, isOdd, providerWord, shareOf } from './words.ts'

const timeOf = (at: number | null) => (at === null ? '–' : formatTime(at))

/** How each provider fares: what got through in a day, what waits, whether calls to it are held back. */
export function Health({ rows }: { rows: readonly ProviderHealth[] }) {
  const odd = rows.filter(isOdd).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="panel prov-h" aria-labelledby="prov-health" tabIndex={0}>
      <header className="prov-t">
        <h2 id="prov-health">{t('state')}</h2>
        <span className="dim">{t('day')}</span>
        <span className="sp" />
        <Badge tone={odd === 0 ? 'ok' : 'warn'}>{odd === 0 ? t('allFine') : t('toCheck', { odd })}</Badge>
      </header>
      <table className="prov-tb">
        <thead>
          <tr>
            <th scope="col">{t('provider')}</th>
            <th scope="col">{t('successRate')}</th>
            <th scope="col">{t('doneFailed')}</th>
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
              <td>{shareOf(row) ?? '–'}</td>
              <td>
                {row.done} · {row.failed}
              </td>
              <td>{timeOf(row.lastDoneAt)}</td>
              <td>
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
