import type { DeskMessage, MessageKind, MessageRow } from '@maru/contract'
import { mostRows } from '../http/filters.ts'
import type { Tx } from '../ports.ts'

/** What the house has to say to one member, as plain text. */
export interface NewMessage {
  readonly siteId: number
  readonly id: number
  readonly memberId: number
  readonly kind: MessageKind
  readonly title: string
  readonly content: string
  /** The path of the page that it is about; null: none. */
  readonly link: string | null
  /** The member of staff who wrote it; null: the house by itself. */
  readonly createdBy: number | null
}

/** A message as its table has it. */
export interface StoredMessage {
  readonly site_id: string
  readonly id: string
  readonly member_id: string
  readonly kind: MessageKind
  readonly link: string | null
  readonly title: string
  readonly content: string
  readonly created_by: string | null
  readonly created_at: string
  readonly read_at: string | null
  readonly deleted_at: string | null
}

/** Writes a message in the transaction of what it is about. It is told on the live channel once that is committed (`registerMessages`). */
export const writeMessage = (tx: Tx, message: NewMessage, now: number): Promise<void> =>
  writeMessages(tx, [message], now)

/** The same of many at once. */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[], now: number): Promise<void> {
  const column = (name: keyof NewMessage) => messages.map((message) => message[name])
  await tx.query(
    `insert into message (site_id, id, member_id, kind, title, content, link, created_by, created_at)
     select *, $9::bigint from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::bigint[])`,
    [
      column('siteId'),
      column('id'),
      column('memberId'),
      column('kind'),
      column('title'),
      column('content'),
      column('link'),
      column('createdBy'),
      now,
    ],
  )
}

export const rowOf = (row: StoredMessage): MessageRow => ({
  id: Number(row.id),
  kind: row.kind,
  title: row.title,
  content: row.content,
  link: row.link,
  isRead: row.read_at !== null,
  createdAt: Number(row.created_at),
})

export const deskRowOf = (row: StoredMessage, names: ReadonlyMap<number, string>): DeskMessage => ({
  ...rowOf(row),
  createdBy: row.created_by === null ? null : Number(row.created_by),
  createdByName: row.created_by === null ? null : (names.get(Number(row.created_by)) ?? null),
  isDeleted: row.deleted_at !== null,
})

const ofMember = 'site_id = $1 and member_id = $2 and deleted_at is null'

/** What a member has in his box, the newest first. */
export async function messagesOf(tx: Tx, siteId: number, memberId: number): Promise<MessageRow[]> {
  const rows = await tx.query<StoredMessage>(
    `select * from message where ${ofMember} order by created_at desc, id desc limit ${mostRows}`,
    [siteId, memberId],
  )
  return rows.map(rowOf)
}

export async function unreadCount(tx: Tx, siteId: number, memberId: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) as count from message where ${ofMember} and read_at is null`,
    [siteId, memberId],
  )
  return Number(row?.count)
}

/** Whose message, and which; null: all of his. */
export interface Named {
  readonly siteId: number
  readonly memberId: number
  readonly id: number | null
}

/** Marks messages as read; the first time stays. Returns how many there are of that name. */
export const setRead = (tx: Tx, named: Named, now: number): Promise<number> =>
  change(tx, named, 'read_at = coalesce(read_at, $4)', now)

/** Takes messages out of the box. Returns how many there were of that name. */
export const setDeleted = (tx: Tx, named: Named, now: number): Promise<number> =>
  change(tx, named, 'deleted_at = $4, read_at = coalesce(read_at, $4)', now)

async function change(tx: Tx, { siteId, memberId, id }: Named, set: string, now: number): Promise<number> {
  const rows = await tx.query(
    `update message set ${set} where ${ofMember} and ($3::bigint is null or id = $3) returning id`,
    [siteId, memberId, id, now],
  )
  return rows.length
}

/** Messages that were not told on the live channel yet, in their order, locked. */
export const untold = (tx: Tx, limit: number): Promise<StoredMessage[]> =>
  tx.query<StoredMessage>('select * from message where told_at is null order by id limit $1 for update skip locked', [
    limit,
  ])

export async function setTold(tx: Tx, rows: readonly StoredMessage[], now: number): Promise<void> {
  await tx.query(
    `update message set told_at = $3 where (site_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [rows.map(({ site_id }) => site_id), rows.map(({ id }) => id), now],
  )
}

/** Deletes messages that were written longer ago than their site keeps them, at most `limit`; returns how many. */
export async function forgetMessages(tx: Tx, now: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from message where (site_id, id) in (
       select m.site_id, m.id from message m join site_config s on s.site_id = m.site_id
        where m.created_at < $1 - s.message_days * 86400000::bigint limit $2) returning 1`,
    [now, limit],
  )
  return rows.length
}
