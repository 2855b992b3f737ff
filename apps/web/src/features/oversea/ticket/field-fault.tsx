import { useTexts } from '@maru/client/i18n/texts'
import type { TicketError } from './form.ts'
import { faultText } from './outlook.tsx'
import { ticketTexts } from './texts.ts'

/** What is wrong with a field, below it; the first fault alone is shown. */
export function FieldFault({ of, faults: [first] }: { of: TicketError['field']; faults: readonly TicketError[] }) {
  const t = useTexts(ticketTexts)
  if (first?.field !== of) return null
  return (
    <p className="tk-i is-error" role="alert">
      {faultText(first, t)}
    </p>
  )
}
