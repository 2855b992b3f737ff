import { useTexts } from '@maru/client/i18n/texts'
import type { CommissionStatus, PartnerWeek } from '@maru/contract'
import { formatDay } from '@maru/ui'
import { partnerTexts } from './texts.ts'
import { dayAfter, shortDay } from './words.ts'

const reached: Record<CommissionStatus, number> = {
  ACCRUING: 0,
  WAITING: 1,
  APPROVING: 1,
  HELD: 1,
  REJECTED: 1,
  PAID: 2,
  NOTHING: 0,
}

/** How far a week is on its way to the wallet. Approval is by hand: before it is done nobody knows its day. */
export function Steps({
  week: { to, status },
  decidedAt,
}: {
  week: Pick<PartnerWeek, 'to' | 'status'>
  decidedAt: number | null
}) {
  const t = useTexts(partnerTexts)
  const done = decidedAt === null ? null : shortDay(formatDay(decidedAt))
  const steps = [
    ['stepAccrue', t('until', { day: shortDay(to) })],
    ['stepApprove', done ?? t('since', { day: shortDay(dayAfter(to)) })],
    ['stepPay', status === 'PAID' && done !== null ? done : t('afterApproval')],
  ] as const
  return (
    <ol className="ptn-st">
      {steps.map(([name, when], at) => (
        <li
          key={name}
          aria-current={at === reached[status] ? 'step' : undefined}
          className={at < reached[status] ? 'is-done' : undefined}
        >
          <b>{t(name)}</b>
          <span className="num">{when}</span>
        </li>
      ))}
    </ol>
  )
}
