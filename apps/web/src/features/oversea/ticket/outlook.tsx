import { useTexts } from '@maru/client/i18n/texts'
import { formatKrw } from '@maru/ui'
import { won } from '../figures.ts'
import type { TicketError, TicketHolder, TicketSummary } from './form.ts'
import { ticketTexts } from './texts.ts'

/** What the order would hold back and cost, or what is wrong with it. */
export function Outlook({
  holder,
  summary,
  fault,
  note,
}: {
  holder: TicketHolder | null
  summary: TicketSummary | null
  fault: TicketError | undefined
  /** Said where nothing is wrong. */
  note: string | null
}) {
  const t = useTexts(ticketTexts)
  const isKnown = holder !== null && summary !== null && holder.terms.rate !== null
  return (
    <>
      <dl className="otk-e num">
        <dt>{t('margin')}</dt>
        <dd>{isKnown ? <Margins summary={summary} /> : '–'}</dd>
        <dt>{t('available')}</dt>
        <dd>{isKnown ? formatKrw(holder.available > 0n ? holder.available : 0n) : '–'}</dd>
        <dt>{t('feeAndTick')}</dt>
        <dd>{isKnown ? `${formatKrw(summary.fee)} · ${formatKrw(summary.tickValue)}` : '–'}</dd>
      </dl>
      {/* What is wrong with a field stands beside it. */}
      {fault?.field === null ? (
        <p className="tk-i is-error" role="alert">
          {faultText(fault, t)}
        </p>
      ) : (
        <p className="tk-i">{note}</p>
      )}
    </>
  )
}

/** What is wrong with an order. */
export const faultText = (
  { code, limit }: TicketError,
  t: ReturnType<typeof useTexts<keyof typeof ticketTexts.ko>>,
): string => t(code, limit === undefined ? {} : { limit })

/** One figure where both sides hold back the same; beside a position one of them closes. */
function Margins({ summary: { LONG, SHORT } }: { summary: TicketSummary }) {
  const t = useTexts(ticketTexts)
  if (LONG.margin === SHORT.margin) return formatKrw(LONG.margin)
  return (
    <>
      <span className="up">
        <span aria-hidden="true">▲</span>
        <span className="sr">{t('buy')}</span> {won(LONG.margin)}
      </span>{' '}
      <span className="down">
        <span aria-hidden="true">▼</span>
        <span className="sr">{t('sell')}</span> {formatKrw(SHORT.margin)}
      </span>
    </>
  )
}
