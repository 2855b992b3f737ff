import type { FxState } from '@maru/contract'
import { formatDateTime, groupDigits } from '@maru/ui'
import { Age } from '../../parts/age.tsx'
import { t } from './texts.ts'

/** Older than this a rate opens nothing, as shipped. */
const oldMs = 4 * 86_400_000

/** The rate that the next fixing is made of. */
export function Newest({ state: { now, hasSource } }: { state: FxState }) {
  return (
    <section className="panel fx-now" aria-labelledby="fx-now">
      <h2 id="fx-now">{t('now')}</h2>
      <p className="fx-big num">{now ? t('won', { rate: groupDigits(now.rate) }) : t('none')}</p>
      {now ? (
        <dl>
          <dt>{t('source')}</dt>
          <dd>{now.source}</dd>
          <dt>{t('asOf')}</dt>
          <dd className="num">{formatDateTime(now.sourceTs)}</dd>
          <dt>{t('age')}</dt>
          <dd>
            <Age since={now.sourceTs} lateMs={oldMs} />
          </dd>
        </dl>
      ) : (
        <p className="sub">{t(hasSource ? 'noneHint' : 'noSource')}</p>
      )}
    </section>
  )
}
