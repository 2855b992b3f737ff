import { createHash } from 'node:crypto'
import { inquiryMostFiles, inquiryMostText } from '@maru/contract'
import type { Deps } from '../deps.ts'
import { addLine, openInquiry } from '../inquiries/index.ts'
import type { Tx } from '../ports.ts'
import { linesOf, type StoredChat } from './store.ts'

/**
 * Makes an inquiry of what the member said in a chat that the caller has locked, so that it is answered in writing. Returns its id; null
 * where he said nothing, and there is nothing to answer.
 */
export async function asInquiry(tx: Tx, ids: Deps['ids'], row: StoredChat, now: number): Promise<number | null> {
  const [siteId, memberId] = [Number(row.site_id), Number(row.member_id)]
  const lines = (await linesOf(tx, siteId, Number(row.id))).filter(({ from }) => from === 'MEMBER')
  if (lines.length === 0) return null
  const question = lines
    .map(({ text }) => text)
    .join('\n')
    .slice(0, inquiryMostText)
  const fileIds = lines.flatMap(({ fileId }) => fileId ?? []).slice(-inquiryMostFiles)
  const id = ids.next()
  await openInquiry(tx, { siteId, id, memberId }, { kind: 'ETC', question }, now)
  const bodyHash = createHash('sha256').update(question).digest('hex')
  const said = { inquiryId: id, memberId, staffId: null, text: question, fileIds, at: now }
  await addLine(tx, { siteId, id: ids.next(), ...said, request: `chat:${row.id}`, bodyHash })
  return id
}
