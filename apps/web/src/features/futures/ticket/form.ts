// The ticket as data: what is typed (`reduce`), what that would do (`summarise`), what is wrong with it (`errors`).
export { errors, type TicketError } from './faults.ts'
export {
  emptyInputs,
  qtyOf,
  reduce,
  type TicketAction,
  type TicketHolder,
  type TicketInputs,
  type TicketPrices,
  takesPrice,
  takesTrigger,
} from './inputs.ts'
export { maxOf, type SideSummary, shareOf, summarise, type TicketSummary } from './summary.ts'
