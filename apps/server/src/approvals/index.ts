// Steps that take two persons: one mechanism for all of them. Each feature registers how its kinds are carried out.
export { type ApprovalWork, SecondPerson } from './second-person.ts'
export { type ApprovalRow, approvalWire, type Payload, pendingApprovals, type StoredKind } from './store.ts'
