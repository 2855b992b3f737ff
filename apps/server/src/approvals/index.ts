// Steps that take two persons: one mechanism for all of them. Each feature registers how its kinds are carried out.
export { type StillMay, standingOfStaff } from './first-person.ts'
export { lives, setLife } from './lives.ts'
export { type About, type ApprovalWork, SecondPerson } from './second-person.ts'
export { stale, standingOf } from './stale.ts'
export {
  type ApprovalRow,
  endedApprovals,
  type Payload,
  pendingApprovals,
  type StoredKind,
} from './store.ts'
export { memberField } from './subjects.ts'
export { type Amount, isFarBeyond, medianOf, usualFields } from './usual.ts'
export { field, moneyText, none, timeText, valueText } from './words.ts'
