export { type BatchRows, collectRows } from './batch.ts'
export { type BatchId, type Journal, JournalFailed, openJournal } from './journal.ts'
export { Deposed, forgetOld, isCommitted, newestBatchAt, takeLease } from './lease.ts'
export { openReplyLookup, type ReplyKey } from './replies.ts'
