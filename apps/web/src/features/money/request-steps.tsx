import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { formatTime } from '@maru/ui'
import { arrivalTexts } from './arrival-texts.ts'
import { moneyTexts } from './texts.ts'

const places = { REQUESTED: 0, REVIEW: 1, APPROVED: 1, COMPLETED: 2, REJECTED: 2, CANCELED: 2 } as const

/** 신청 → 확인 → 완료: what is behind a request, where it is, and what comes next. `next` says what is waited for. */
export function RequestSteps({ row, next }: { row: DnwRow; next: string }) {
  const t = useTexts(moneyTexts)
  const arrival = useTexts(arrivalTexts)
  const at = (states: readonly DnwRow['steps'][number]['state'][]) =>
    row.steps.find(({ state }) => states.includes(state))?.at
  const isOver = row.processedAt !== null
  const isDone = row.status === 'COMPLETED'
  const last = isOver && !isDone ? (row.status === 'REJECTED' ? 'REJECTED' : 'CANCELED') : 'COMPLETED'
  const arrived = isOver ? undefined : at(['ARRIVED'])
  const seen = arrived ?? at(['REVIEW', 'APPROVED'])
  const requested = at(['REQUESTED'])
  const steps = [
    { name: t('stepRequested'), note: requested === undefined ? '' : formatTime(requested) },
    {
      name: arrived === undefined ? t('stepReview') : arrival('step'),
      note: seen === undefined ? (isOver ? '–' : next) : formatTime(seen),
    },
    { name: t(`step${last}`), note: row.processedAt === null ? '' : formatTime(row.processedAt) },
  ]
  // Until somebody has looked at it, the second step is what is waited for.
  const now = isOver ? 3 : Math.max(1, places[row.status])
  return (
    <ol className="steps" aria-label={t('progress')}>
      {steps.map(({ name, note }, index) => (
        <li
          key={name}
          className={index < now ? 'done' : index === now ? 'now' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          {name}
          <br />
          {note || ' '}
        </li>
      ))}
    </ol>
  )
}
