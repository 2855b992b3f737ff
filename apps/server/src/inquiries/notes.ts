import type { InquiryNote } from '@maru/contract'
import { maskName } from '../money/masks.ts'
import type { Tx } from '../ports.ts'

const mostNotes = 100

interface NewNote {
  readonly siteId: number
  readonly id: number
  readonly inquiryId: number
  readonly memberId: number
  readonly staffId: number
  readonly text: string
  readonly at: number
}

/** Writes down what one of the staff says to the others. A table of its own: whatever reads the lines of a member meets no note. */
export const addNote = (tx: Tx, { siteId, id, inquiryId, memberId, staffId, text, at }: NewNote) =>
  tx.query(
    `insert into inquiry_note (site_id, id, inquiry_id, member_id, staff_id, text, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [siteId, id, inquiryId, memberId, staffId, text, at],
  )

/** The last notes about an inquiry, in order. */
export async function notesOf(tx: Tx, siteId: number, inquiryId: number): Promise<InquiryNote[]> {
  const rows = await tx.query<{ id: string; staff_id: string; name: string | null; text: string; at: string }>(
    `select n.id, n.staff_id, n.text, n.at, m.name from inquiry_note n left join member m on m.id = n.staff_id
      where n.site_id = $1 and n.inquiry_id = $2 order by n.id desc limit ${mostNotes}`,
    [siteId, inquiryId],
  )
  return rows.reverse().map(({ id, staff_id, name, text, at }) => ({
    id: Number(id),
    staffId: Number(staff_id),
    name: maskName(name ?? ''),
    text,
    at: Number(at),
  }))
}
