import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption } from '@maru/contract'
import { type Ref, useImperativeHandle, useReducer, useState } from 'react'
import { usePrice } from '../../../live/index.ts'
import { LaneStatus } from '../../../trading/side-buttons.tsx'
import { reduce, type TicketInputs } from './form.ts'
import { Outlook } from './outlook.tsx'
import { startOf } from './start.ts'
import { ticketTexts } from './texts.ts'
import { type QuickOrder, TicketButtons } from './ticket-buttons.tsx'
import { Exits } from './ticket-exits.tsx'
import { Count, Prices } from './ticket-fields.tsx'
import { TicketHead } from './ticket-head.tsx'
import { type TicketSheet, TicketSheets } from './ticket-sheets.tsx'
import { useDisarm } from './use-disarm.ts'
import { useOrder } from './use-order.ts'
import './ticket.css'
import { minutesOf } from './use-ticket.ts'

/** What else of the page reaches into the ticket. */
export interface TicketHandle {
  /**
   * A level of the book was touched: its price is filled in, or in one-touch a limit order is placed at it, bought at a bid and
   * sold at an ask. The last price between them has no side.
   */
  pick(price: string, side: 'asks' | 'bids' | null): void
}

interface TicketProps {
  option: OverseaOption
  signedIn: boolean
  /** The quick order instead of the whole ticket. */
  quick?: QuickOrder
  ref?: Ref<TicketHandle>
}

/** Type, prices, contracts and the two sides; or one touch. What may be ordered, and what it would do, is decided by `form.ts`. */
export function OverseaTicket({ option, signedIn, quick, ref }: TicketProps) {
  const t = useTexts(ticketTexts)
  const [typed, dispatch] = useReducer(reduce, option, startOf)
  const inputs: TicketInputs = quick ? { ...typed, type: 'MARKET' } : typed
  const last = usePrice(option.stock, 'last') ?? option.lastPrice
  const order = useOrder({ option, signedIn, inputs, dispatch })
  const [sheet, setSheet] = useState<TicketSheet | null>(null)
  const { isTouch } = inputs
  const { holder, stage, lane, faults, summary, reason, pick } = order
  useDisarm(isTouch, () => dispatch({ kind: 'isTouch', on: false }))
  useImperativeHandle(ref, () => ({ pick }))
  const noteOf = () => {
    // The quick order's buttons carry prices: why they rest stands above them.
    if (quick && stage.isOpen && reason !== null) return reason
    return stage.isOpen && stage.isClosing ? t('closeOnlyNote', { minutes: minutesOf(option.closeOnlyLeadMs) }) : null
  }
  return (
    <section className={isTouch ? 'tk otk is-touch' : 'tk otk'} aria-label={t('order')}>
      <TicketHead
        signedIn={signedIn}
        isQuick={quick !== undefined}
        inputs={inputs}
        dispatch={dispatch}
        reason={reason}
        onSheet={setSheet}
      />
      <div id="ticket" {...(!isTouch && !quick && { role: 'tabpanel', 'aria-labelledby': `ticket-${inputs.type}` })}>
        <div className="tk-f">
          {!isTouch && !quick && (
            <Prices option={option} last={last} inputs={inputs} dispatch={dispatch} faults={faults} />
          )}
          <Count inputs={inputs} dispatch={dispatch} faults={faults} summary={signedIn ? summary : null} />
        </div>
        <Exits inputs={inputs} dispatch={dispatch} faults={faults} summary={summary} />
        <Outlook holder={signedIn ? holder : null} summary={summary} fault={faults[0]} note={noteOf()} />
      </div>
      <TicketButtons option={option} signedIn={signedIn} quick={quick} inputs={inputs} order={order} />
      <LaneStatus lane={lane} t={t} />
      <TicketSheets
        sheet={sheet}
        onClose={() => setSheet(null)}
        option={option}
        inputs={inputs}
        dispatch={dispatch}
        order={order}
      />
    </section>
  )
}
