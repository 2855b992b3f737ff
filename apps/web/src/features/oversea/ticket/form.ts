// The ticket as data: what is typed (`reduce`), what that would do (`summarise`), what is wrong with it (`errors`).
export { errors, type TicketError } from './faults.ts'
export {
  closeOf,
  type Draft,
  draftOf,
  emptyInputs,
  limitAt,
  reduce,
  type TicketAction,
  type TicketHolder,
  type TicketInputs,
  type TicketMarket,
  type TicketStage,
  takesPrice,
  takesTrigger,
} from './inputs.ts'
export { summarise, type TicketSummary } from './summary.ts'
