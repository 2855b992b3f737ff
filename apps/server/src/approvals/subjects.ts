import type { ApprovalField } from '@maru/contract'
import type { Wording } from '@maru/contract/language'
import { maskName, maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import { field } from './words.ts'

/** Whom a change is about: his username and name, masked, and his number. */
export async function memberField(
  tx: Tx,
  siteId: number,
  id: number,
  label: Wording = { ko: '회원', en: 'Member' },
): Promise<ApprovalField> {
  const [row] = await tx.query<{ username: string; name: string }>(
    'select username, name from member where site_id = $1 and id = $2',
    [siteId, id],
  )
  if (row === undefined) return field(label, null, `${id}`)
  return field(label, null, `${maskUsername(row.username)} ${maskName(row.name)} (${id})`)
}
