import type { Chat, ChatLine, ChatState, DeskChat, DeskChatRow, EndedChat } from '@maru/contract'
import { Refused } from '../http/index.ts'
import { maskName, maskUsername } from '../money/masks.ts'
import type { Tx } from '../ports.ts'

/** A chat holds so many messages. */
const mostLines = 500
/** How long the next one may wait is told by so many who waited last, at most a day ago. */
const lastWaits = 20
const dayMs = 86_400_000

/** A chat as its table has it. */
export interface StoredChat {
  readonly site_id: string
  readonly id: string
  readonly member_id: string
  readonly state: ChatState
  readonly staff_id: string | null
  readonly staff_site_id: string | null
  readonly staff_name: string | null
  readonly opened_at: string
  readonly spoken_at: string
  readonly joined_at: string | null
  readonly ended_at: string | null
  readonly ended_by: 'MEMBER' | 'STAFF' | 'HOUSE' | null
  readonly inquiry_id: string | null
  readonly member_read: number
  readonly staff_read: number
  readonly is_helpful: boolean | null
}
interface NamedChat extends StoredChat {
  readonly username: string
  readonly name: string
}
interface StoredLine {
  readonly id: string
  readonly chat_id: string
  readonly seq: number
  readonly staff_id: string | null
  readonly client_id: string
  readonly text: string
  readonly file_id: string | null
  readonly at: string
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))
const masked = (name: string | null): string | null => (name === null ? null : maskName(name))

export const lineOf = (row: StoredLine): ChatLine => ({
  id: Number(row.id),
  seq: row.seq,
  clientId: row.client_id,
  from: row.staff_id === null ? 'MEMBER' : 'STAFF',
  text: row.text,
  fileId: number(row.file_id),
  at: Number(row.at),
})

const withNames = `select c.*, m.username, m.name from chat c join member m on m.site_id = c.site_id and m.id = c.member_id`

/** The chat of a member that is not over, locked; null: there is none. */
export async function ownChat(tx: Tx, siteId: number, memberId: number): Promise<StoredChat | null> {
  const [row] = await tx.query<StoredChat>(
    `select * from chat where site_id = $1 and member_id = $2 and state <> 'ENDED' for update`,
    [siteId, memberId],
  )
  return row ?? null
}

/** A chat by its id, locked; `memberId` null: whoever's. Throws CHAT_NOT_FOUND. */
export async function lockedChat(tx: Tx, siteId: number, id: number, memberId: number | null): Promise<StoredChat> {
  const [row] = await tx.query<StoredChat>(
    'select * from chat where site_id = $1 and id = $2 and ($3::bigint is null or member_id = $3) for update',
    [siteId, id, memberId],
  )
  if (row === undefined) throw new Refused('CHAT_NOT_FOUND')
  return row
}

/** The id of the newest chat of a member; null: he has had none. */
export async function newestChat(tx: Tx, siteId: number, memberId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: string }>(
    'select id from chat where site_id = $1 and member_id = $2 order by id desc limit 1',
    [siteId, memberId],
  )
  return row === undefined ? null : Number(row.id)
}

/** Opens a chat of a member who has none that is not over; two calls at once open one. */
export const insertChat = (
  tx: Tx,
  { siteId, id, memberId }: { siteId: number; id: number; memberId: number },
  now: number,
) =>
  tx.query<StoredChat>(
    `insert into chat (site_id, id, member_id, state, opened_at, spoken_at) values ($1, $2, $3, 'WAITING', $4, $4)
     on conflict (site_id, member_id) where state <> 'ENDED' do nothing returning *`,
    [siteId, id, memberId, now],
  )

export async function linesOf(tx: Tx, siteId: number, chatId: number): Promise<ChatLine[]> {
  const rows = await tx.query<StoredLine>('select * from chat_line where site_id = $1 and chat_id = $2 order by seq', [
    siteId,
    chatId,
  ])
  return rows.map(lineOf)
}

export interface NewLine {
  readonly siteId: number
  readonly id: number
  readonly chatId: number
  readonly memberId: number
  /** null: the member says it. */
  readonly staffId: number | null
  readonly clientId: string
  readonly text: string
  readonly fileId: number | null
  readonly at: number
}

/**
 * Adds what one side says to a chat that the caller has locked; `isNew` is false where it stood there already under its client id.
 * Throws IDEMPOTENCY_KEY_REUSED where something else did, CHAT_FULL.
 */
export async function addLine(tx: Tx, line: NewLine): Promise<{ line: ChatLine; isNew: boolean }> {
  const { siteId, id, chatId, memberId, staffId, clientId, text, fileId, at } = line
  const [known] = await tx.query<StoredLine>(
    'select * from chat_line where site_id = $1 and chat_id = $2 and client_id = $3',
    [siteId, chatId, clientId],
  )
  if (known !== undefined) {
    const isSame = known.text === text && number(known.staff_id) === staffId && number(known.file_id) === fileId
    if (!isSame) throw new Refused('IDEMPOTENCY_KEY_REUSED')
    return { line: lineOf(known), isNew: false }
  }
  const [made] = await tx.query<StoredLine>(
    `insert into chat_line (site_id, id, chat_id, member_id, staff_id, client_id, text, file_id, at, seq)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, last.seq + 1
       from (select coalesce(max(seq), 0) as seq from chat_line where site_id = $1 and chat_id = $3) last
      where last.seq < $10 returning *`,
    [siteId, id, chatId, memberId, staffId, clientId, text, fileId, at, mostLines],
  )
  if (made === undefined) throw new Refused('CHAT_FULL', { max: mostLines })
  // Whoever speaks has read what was said before.
  const read = staffId === null ? 'member_read' : 'staff_read'
  await tx.query(`update chat set spoken_at = $3, ${read} = $4 where site_id = $1 and id = $2`, [
    siteId,
    chatId,
    at,
    made.seq,
  ])
  return { line: lineOf(made), isNew: true }
}

/** Notes how far one side has read; what was read before stays read. Returns whether that is more than before. */
export async function setRead(tx: Tx, row: StoredChat, side: 'member' | 'staff', seq: number): Promise<boolean> {
  const other = side === 'member' ? 'is not null' : 'is null'
  const changed = await tx.query(
    `update chat set ${side}_read = $3 where site_id = $1 and id = $2 and ${side}_read < $3
       and exists (select from chat_line where site_id = $1 and chat_id = $2 and seq = $3 and staff_id ${other}) returning 1`,
    [row.site_id, row.id, seq],
  )
  return changed.length > 0
}

/** Ends a chat that the caller has locked. */
export const endChat = (
  tx: Tx,
  { site_id, id }: StoredChat,
  by: 'MEMBER' | 'STAFF' | 'HOUSE',
  inquiryId: number | null,
  now: number,
) =>
  tx.query(
    `update chat set state = 'ENDED', ended_at = $3, ended_by = $4, inquiry_id = $5 where site_id = $1 and id = $2`,
    [site_id, id, now, by, inquiryId],
  )

/** A member of a site who waits. */
export interface Waiting {
  readonly chatId: number
  readonly memberId: number
}

/** Who waits at a site, the longest first, and how long that may take. */
export async function waitingOf(
  tx: Tx,
  siteId: number,
  now: number,
): Promise<{ queue: Waiting[]; waitSec: number | null }> {
  const rows = await tx.query<{ id: string; member_id: string }>(
    `select id, member_id from chat where site_id = $1 and state = 'WAITING' order by opened_at, id`,
    [siteId],
  )
  const [wait] = await tx.query<{ ms: string | null }>(
    `select avg(joined_at - opened_at)::bigint as ms from (
       select joined_at, opened_at from chat where site_id = $1 and joined_at > $2 order by joined_at desc limit ${lastWaits}) last`,
    [siteId, now - dayMs],
  )
  const ms = number(wait?.ms ?? null)
  return {
    queue: rows.map(({ id, member_id }) => ({ chatId: Number(id), memberId: Number(member_id) })),
    waitSec: ms === null ? null : Math.ceil(ms / 1_000),
  }
}

/** A chat as its member sees it. */
export async function wholeChat(tx: Tx, siteId: number, memberId: number, id: number, now: number): Promise<Chat> {
  const row = await lockedChat(tx, siteId, id, memberId)
  const { queue, waitSec } = row.state === 'WAITING' ? await waitingOf(tx, siteId, now) : { queue: [], waitSec: null }
  const at = queue.findIndex(({ chatId }) => chatId === id)
  return {
    id,
    state: row.state,
    position: at < 0 ? null : at + 1,
    waitSec,
    staffName: masked(row.staff_name),
    openedAt: Number(row.opened_at),
    joinedAt: number(row.joined_at),
    endedAt: number(row.ended_at),
    endedBy: row.ended_by,
    inquiryId: number(row.inquiry_id),
    memberRead: row.member_read,
    staffRead: row.staff_read,
    isHelpful: row.is_helpful,
    lines: await linesOf(tx, siteId, id),
  }
}

const deskOf = (row: NamedChat) => ({
  id: Number(row.id),
  state: row.state,
  memberId: Number(row.member_id),
  username: maskUsername(row.username),
  name: maskName(row.name),
  staffId: number(row.staff_id),
  staffName: masked(row.staff_name),
  openedAt: Number(row.opened_at),
  joinedAt: number(row.joined_at),
})

/** The chats of a site that are not over: who waits first, the longest first. */
export async function deskRows(tx: Tx, siteId: number): Promise<DeskChatRow[]> {
  const rows = await tx.query<NamedChat & { last: string | null; unread: string }>(
    `select c.*, l.text as last, u.count as unread from (${withNames} where c.site_id = $1 and c.state <> 'ENDED') c
       left join lateral (select text from chat_line where site_id = c.site_id and chat_id = c.id order by seq desc limit 1) l on true
       left join lateral (select count(*) as count from chat_line
         where site_id = c.site_id and chat_id = c.id and seq > c.staff_read and staff_id is null) u on true
      order by c.state desc, c.opened_at, c.id`,
    [siteId],
  )
  return rows.map((row) => ({ ...deskOf(row), last: row.last ?? '', unread: Number(row.unread) }))
}

/** The chats that are over, with what was said last. */
export const endedChats = `(select c.*, (select text from chat_line l where l.site_id = c.site_id and l.chat_id = c.id
                                   order by seq desc limit 1) as last
                        from (${withNames}) c where c.state = 'ENDED') ended`
export type EndedRow = NamedChat & { readonly last: string | null }

/** A row of these. */
export const endedOf = (row: EndedRow): EndedChat => ({
  ...deskOf(row),
  last: row.last ?? '',
  endedAt: Number(row.ended_at),
  endedBy: row.ended_by,
})

/** A chat as the desk sees it. Throws CHAT_NOT_FOUND. */
export async function deskChat(tx: Tx, siteId: number, id: number): Promise<DeskChat> {
  const [row] = await tx.query<NamedChat>(`${withNames} where c.site_id = $1 and c.id = $2`, [siteId, id])
  if (row === undefined) throw new Refused('CHAT_NOT_FOUND')
  return {
    ...deskOf(row),
    endedAt: number(row.ended_at),
    inquiryId: number(row.inquiry_id),
    memberRead: row.member_read,
    staffRead: row.staff_read,
    lines: await linesOf(tx, siteId, id),
  }
}

/** Every word of a member's chats, the newest first: for what he is given of his own. */
export async function saidInChats(tx: Tx, siteId: number, memberId: number) {
  const rows = await tx.query<StoredLine>(
    'select * from chat_line where site_id = $1 and member_id = $2 order by id desc',
    [siteId, memberId],
  )
  return rows.map((row) => {
    const { from, text, at } = lineOf(row)
    return { chatId: Number(row.chat_id), teller: from, text, at }
  })
}

/** How many members of a site wait. */
export async function waitingChats(tx: Tx, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from chat where site_id = $1 and state = 'WAITING'`,
    [siteId],
  )
  return Number(row?.count)
}

/** Deletes chats that ended longer ago than their site keeps them, with all that was said, at most `limit`; returns how many. */
export async function forgetChats(tx: Tx, now: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from chat where (site_id, id) in (
       select c.site_id, c.id from chat c join site_config s on s.site_id = c.site_id
        where c.state = 'ENDED' and c.ended_at < $1 - s.chat_days * ${dayMs}::bigint limit $2) returning 1`,
    [now, limit],
  )
  return rows.length
}
