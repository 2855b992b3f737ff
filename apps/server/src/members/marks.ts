import { MemberMarks } from '@maru/contract'
import type { DatabaseRow } from '../journal/index.ts'

/**
 * Rows of a table of members' records, as `name`, with whose they are: of_username, of_name, and of_marks, what stands
 * in his way now. Both are null of a record that is nobody's.
 */
export const withMember = (table: string, name: string): string =>
  `(select t.*, m.username as of_username, m.name as of_name, array_remove(array[
      case when f.frozen_at is null then null when f.frozen_why = 'BAD_DEBT' then 'BAD_DEBT' else 'FROZEN' end,
      case when m.status <> 'ACTIVE' then m.status end,
      case when m.block_device like '%M%' then 'DEVICE_BLOCKED' end], null) as of_marks
     from ${table} t
     left join member m on m.site_id = t.site_id and m.id = t.member_id
     left join member_money f on f.site_id = t.site_id and f.member_id = t.member_id) ${name}`

/** What stands in the way of whose row this is. */
export const marksOf = (row: DatabaseRow): MemberMarks => MemberMarks.parse(row['of_marks'])
