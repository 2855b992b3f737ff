export { type BatchRows, collectRows } from './batch.ts'
export { forgetBatches, forgetReplies } from './forget.ts'
export { type Journal, JournalFailed, openJournal } from './journal.ts'
export { Deposed, isCommitted, newestBatchAt, takeLease } from './lease.ts'
export { openReplyLookup, type ReplyKey } from './replies.ts'
export { type BetRecord, betOf, type RoundRecord, roundOf } from './rows.ts'
export {
  type FillRecord,
  type FixingRecord,
  type FundingRecord,
  type FuturesOptionRecord,
  type FuturesSettingRecord,
  fillOf,
  fixingOf,
  fundingOf,
  futuresOptionOf,
  futuresSettingOf,
  type OrderRecord,
  type OverseaOptionRecord,
  orderOf,
  overseaOptionOf,
  type PositionRecord,
  positionOf,
} from './trading-rows.ts'
export { newFuturesOptions, newOverseaOptions } from './trading-tables.ts'
