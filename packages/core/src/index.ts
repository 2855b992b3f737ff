export { type AnswerOf, type ArgsOf, type QueryName, queryNames, scopeOf } from './ask.ts'
export type { Book } from './book.ts'
export { books } from './books.ts'
export { branchName, type CommissionLine, commissionLines, type MemberBase } from './commissions/lines.ts'
export {
  isBelow,
  type PartnerLimits,
  type PartnerNode,
  type PartnerPlace,
  type PartnerTerms,
  percentOf,
  placesAt,
  refuseTerms,
  termsAt,
} from './commissions/tree.ts'
export type { KeyForm } from './configuration/key.ts'
export { futuresKeys, moneyKeys, overseaKeys, roundKeys, siteKeys } from './configuration/keys.ts'
export { shippedFutures, shippedOversea, shippedRound, shippedSite } from './configuration/shipped.ts'
export { coreOf, createCore } from './core.ts'
export { byMember, byProvider, byStaff, bySystem } from './envelope.ts'
export {
  type Exits,
  exitsOf,
  futuresCrossWire,
  futuresFillWire,
  futuresLeverageWire,
  futuresOptionWire,
  futuresOrderWire,
  futuresPositionWire,
  type ShownFutures,
} from './futures/wire.ts'
export { abandonReply, isStored, refusalReply, repeatReply, replyKey, replyKeyOf, replyName } from './idempotency.ts'
export { InvariantBroken } from './invariant.ts'
export { kstDay, kstMonday } from './kst.ts'
export { UseHistory } from './limits/uses.ts'
export { turnoverWire } from './money/bonus/grants.ts'
export { coinSpots } from './money/convert/prices.ts'
export type { Offered } from './money/convert/queries.ts'
export { defaultMoney } from './money/default-money.ts'
export { depositReference, providerMember } from './money/deposit.ts'
export { payingProviders } from './money/fact-sources.ts'
export { type FactKey, factKeyOf, isNameless } from './money/known-facts.ts'
export { foldedName, isSameName } from './money/names.ts'
export { p2pWire } from './money/p2p/wire.ts'
export { PAYOUT_RETENTION_MS } from './money/payouts.ts'
export { ownAccounts } from './money/treasury/free.ts'
export { isJudgedByTwo } from './money/two-persons.ts'
export { dnwWire } from './money/wire.ts'
export { decimalsOf, formatMinor, formatPrice, formatRate, parseMinor, payoutOf, unitText } from './money.ts'
export { type Call, newCall } from './outgoing/outgoing.ts'
export {
  overnightWire,
  overseaCrossWire,
  overseaFillWire,
  overseaOrderWire,
  overseaPositionWire,
} from './oversea/wire.ts'
export { fromJson, toJson } from './plain.ts'
export type { Core } from './port.ts'
export type { Scope } from './query.ts'
export { RULE_VERSION } from './rounds/rules.ts'
export type { StaffActRow } from './staff-acts/tables.ts'
export type { Column, SqlType } from './tables/column.ts'
export {
  type ChangingTable,
  isChanging,
  noRows,
  nothingRestored,
  type RestoredRows,
  restoredName,
  type TableName,
  type Tables,
  tableNames,
  tables,
} from './tables/index.ts'
export { columnName, fieldsOf, nameOf, type RowOf, type Table } from './tables/table.ts'
export { Touched } from './touched.ts'
export type { ValuedPosition } from './trading/valued.ts'
export type * from './types.ts'
export { betLeaf, betWire, roundWire, type ShownOption, tickWire, walletWire } from './wire.ts'
