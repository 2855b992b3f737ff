import { useTexts } from '@maru/client/i18n/texts'
import type { Check, CheckName } from '@maru/evidence'
import { Badge } from '@maru/ui'
import { detailTexts } from './detail-texts.ts'
import { evidenceTexts } from './texts.ts'
import { exactTime } from './tick-chart.tsx'

/** What a reader is told of a check: pending is neither right nor wrong. */
export const stateOf = ({ ok, pending }: Pick<Check, 'ok' | 'pending'>) => (pending ? 'pending' : ok ? 'ok' : 'bad')

const tones = { ok: 'ok', bad: 'warn', pending: 'neutral' } as const
const marks = { ok: '✓', bad: '✗', pending: '…' } as const

/** The verdict over all checks. */
export function Verdict({ checks }: { checks: readonly Check[] }) {
  const t = useTexts(evidenceTexts)
  const states = checks.map(stateOf)
  const bad = states.filter((state) => state === 'bad').length
  const done = states.filter((state) => state === 'ok').length
  const total = states.length
  const verdict = bad > 0 ? 'bad' : done < total ? 'pending' : 'ok'
  const title = { ok: t('allGood'), pending: t('waiting'), bad: t('failed') }[verdict]
  const text = {
    ok: t('allGoodCount', { total }),
    pending: t('waitingCount', { done, total }),
    bad: t('failedCount', { bad }),
  }[verdict]
  return (
    <div className={`ev-verdict is-${verdict}`} role="status">
      <b>
        <span aria-hidden="true">{marks[verdict]} </span>
        {title}
      </b>
      <p>{text}</p>
    </div>
  )
}

/** Each check with what it means, and what was compared. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = useTexts(evidenceTexts)
  const found = useTexts(detailTexts)
  return (
    <ul className="ev-checks">
      {checks.map((check) => {
        const state = stateOf(check)
        const why = `${check.name}Why` as `${CheckName}Why`
        return (
          <li key={check.name}>
            <span className={`ev-mark is-${state}`} aria-hidden="true">
              {marks[state]}
            </span>
            <div>
              <b>
                {t(check.name)} <Badge tone={tones[state]}>{t(state)}</Badge>
              </b>
              <p>{t(why)}</p>
              <code>{found(check.detail, figuresOf(check.figures))}</code>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The figures of a sentence: times as the page writes them. */
const figuresOf = (figures: Check['figures']) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' && (name === 'at' || name === 'proven') ? exactTime(value) : value,
    ]),
  )
