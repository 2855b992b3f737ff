import type { Dispatch } from 'react'
import type { TicketAction, TicketError, TicketInputs, TicketSummary } from './form.ts'

/** What the fields of a ticket share. */
export interface FieldsProps {
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  faults: readonly TicketError[]
  /** null until the margin account came. */
  summary: TicketSummary | null
}

/** Whether something is wrong with a field. */
export const has = (faults: readonly TicketError[], name: TicketError['field']) =>
  faults.some(({ field }) => field === name)

/** Fractions may be typed, so that they are refused instead of becoming another number. */
export const fractionDigits = 2
