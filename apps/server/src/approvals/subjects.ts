import { type ApprovalField, memberMarkWords } from '@maru/contract'
import { inEach, type Wording, wordingIn } from '@maru/contract/language'
import type { DatabaseRow } from '../journal/index.ts'
import { marksOf, withMember } from '../members/marks.ts'
import { maskName, maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'
import { field } from './words.ts'

const people = withMember('(select site_id, id as member_id from member)', 'people')

/** Whom a change is about: his username and name, masked, his number, and what stands in his way. */
export async function memberField(
  tx: Tx,
  siteId: number,
  id: number,
  label: Wording = { ko: '회원', en: 'Member' },
): Promise<ApprovalField> {
  const [row] = await tx.query<DatabaseRow>(`select * from ${people} where site_id = $1 and member_id = $2`, [
    siteId,
    id,
  ])
  if (row === undefined) return field(label, null, `${id}`)
  const who = `${maskUsername(String(row['of_username']))} ${maskName(String(row['of_name']))} (${id})`
  const marks = marksOf(row)
  if (marks.length === 0) return field(label, null, who)
  return field(
    label,
    null,
    inEach((language) => [who, ...marks.map((mark) => wordingIn(memberMarkWords[mark], language))].join(' · ')),
  )
}
