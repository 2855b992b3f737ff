import type { ApprovalField } from '@maru/contract'
import type { Wording } from '@maru/contract/language'
import { maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import { field } from './words.ts'

/** Whom a change is about: his masked username, and his number. */
export async function memberField(
  tx: Tx,
  siteId: number,
  id: number,
  label: Wording = { ko: '회원', en: 'Member' },
): Promise<ApprovalField> {
  const [row] = await tx.query<{ username: string }>('select username from member where site_id = $1 and id = $2', [
    siteId,
    id,
  ])
  return field(label, null, row === undefined ? `${id}` : `${maskUsername(row.username)} (${id})`)
}
