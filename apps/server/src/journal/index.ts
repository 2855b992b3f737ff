export { type BatchRows, collectRows } from './batch.ts'
export { forgetBatches, forgetReplies } from './forget.ts'
export { type Journal, JournalFailed, openJournal } from './journal.ts'
export {
  Deposed,
  type Holder,
  isCommitted,
  type Lease,
  newestBatchAt,
  newestTime,
  readLease,
  releaseLease,
  takeLease,
  tellAddress,
} from './lease.ts'
export { type DatabaseRow, type RestoreFrom, readerOf, select, selectToRestore } from './read.ts'
export { openReplyLookup, readKeyHashes } from './replies.ts'
export { readSiteGroup, type SiteGroup } from './site-group.ts'
export { addMissing } from './statement.ts'
