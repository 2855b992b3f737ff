import { randomBytes } from 'node:crypto'
import { Refused } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import type { SealedBox } from '../sealed-box.ts'

/** A key that the house made and two persons are setting. */
export interface DraftKey {
  readonly id: string
  /** 64 hex characters. */
  readonly secret: string
}
export interface DraftKeys {
  readonly call?: DraftKey | undefined
  readonly webhook?: DraftKey | undefined
}

/** FIRST: the half of who asked; SECOND: that of another person. */
export type Half = 'FIRST' | 'SECOND'
const halfLength = 32

/** What nobody agreed to, or nobody came for, is gone after it: an approval lives for a day. */
const draftMs = 2 * 86_400_000
const placeOf = (siteId: number, id: number) => `provider_draft.sealed ${siteId} ${id}`

/** New keys under the names that were asked for. */
export const madeKeys = (names: { readonly call: string | null; readonly webhook: string | null }): DraftKeys => {
  const made = (id: string) => ({ id, secret: randomBytes(halfLength).toString('hex') })
  return {
    ...(names.call !== null && { call: made(names.call) }),
    ...(names.webhook !== null && { webhook: made(names.webhook) }),
  }
}

/** Keeps keys, sealed, until the second person has decided and both have seen their halves. */
export async function keepDraft(
  tx: Tx,
  box: SealedBox,
  draft: { readonly siteId: number; readonly id: number; readonly askedBy: number; readonly keys: DraftKeys },
  now: number,
): Promise<void> {
  const { siteId, id, askedBy, keys } = draft
  await tx.query('delete from provider_draft where site_id = $1 and created_at < $2', [siteId, now - draftMs])
  const sealed = box.close(JSON.stringify(keys), placeOf(siteId, id))
  await tx.query('insert into provider_draft (site_id, id, sealed, created_at, asked_by) values ($1, $2, $3, $4, $5)', [
    siteId,
    id,
    sealed,
    now,
    askedBy,
  ])
}

/** The keys of a draft for what carries it out; it stays as long as a half of it was not seen. Throws STALE_VERSION where it is gone. */
export async function useDraft(tx: Tx, box: SealedBox, siteId: number, id: number): Promise<DraftKeys> {
  const [draft] = await tx.query<{ sealed: Buffer }>(
    'select sealed from provider_draft where site_id = $1 and id = $2 for update',
    [siteId, id],
  )
  if (draft === undefined) throw new Refused('STALE_VERSION')
  const keys = JSON.parse(box.open(draft.sealed, placeOf(siteId, id))) as DraftKeys
  if (Object.keys(keys).length === 0) await forget(tx, siteId, id)
  else await forgetSeen(tx, siteId, id)
  return keys
}

export interface WaitingHalf {
  readonly draft: number
  readonly provider: string
  readonly half: Half
  /** The names of the keys of which it is a half. */
  readonly keys: string[]
}

/** Drafts of which somebody may see a half; what was refused, and what a repeated request made beside its first, is none. */
const isOf = `d.site_id = $1 and d.asked_by is not null and a.site_id = d.site_id and a.kind = 'SITE_PROVIDER'
  and a.state in ('PENDING', 'APPROVED') and (a.payload ->> 'draft')::bigint = d.id
  and (case when d.asked_by = $2 then d.first_shown_at else d.second_shown_at end) is null`

/** The halves that a member of staff may see, who may set providers. */
export async function halvesFor(tx: Tx, siteId: number, staffId: number): Promise<WaitingHalf[]> {
  const rows = await tx.query<{ id: string; asked_by: string; payload: Readonly<Record<string, unknown>> }>(
    `select d.id, d.asked_by, a.payload from provider_draft d, approval a
      where ${isOf} and a.payload ?| array['callKey', 'webhookKey'] order by d.id`,
    [siteId, staffId],
  )
  return rows.map(({ id, asked_by, payload }) => ({
    draft: Number(id),
    provider: String(payload['provider']),
    half: Number(asked_by) === staffId ? 'FIRST' : 'SECOND',
    keys: [payload['callKey'], payload['webhookKey']].filter((name) => name !== undefined).map(String),
  }))
}

export interface SeenHalf {
  readonly half: Half
  /** 32 hex characters of each key. */
  readonly call: DraftKey | null
  readonly webhook: DraftKey | null
}

/** Shows a member of staff his half, once. Throws HISTORY_NOT_FOUND where there is none for him. */
export async function seeHalf(
  tx: Tx,
  box: SealedBox,
  { siteId, id, staffId }: { readonly siteId: number; readonly id: number; readonly staffId: number },
  now: number,
): Promise<SeenHalf> {
  const [row] = await tx.query<{ sealed: Buffer; asked_by: string }>(
    `update provider_draft d
        set first_shown_at = case when d.asked_by = $2 then $4 else d.first_shown_at end,
            second_shown_at = case when d.asked_by = $2 then d.second_shown_at else $4 end,
            second_shown_by = case when d.asked_by = $2 then d.second_shown_by else $2 end
       from approval a where ${isOf} and d.id = $3 returning d.sealed, d.asked_by`,
    [siteId, staffId, id, now],
  )
  if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
  const keys = JSON.parse(box.open(row.sealed, placeOf(siteId, id))) as DraftKeys
  const half: Half = Number(row.asked_by) === staffId ? 'FIRST' : 'SECOND'
  const part = (key: DraftKey | undefined) =>
    key === undefined
      ? null
      : { id: key.id, secret: half === 'FIRST' ? key.secret.slice(0, halfLength) : key.secret.slice(halfLength) }
  await tx.query(
    `delete from provider_draft d using approval a where d.site_id = $1 and d.id = $2 and a.site_id = $1
        and a.kind = 'SITE_PROVIDER' and (a.payload ->> 'draft')::bigint = d.id and a.state = 'APPROVED'
        and d.first_shown_at is not null and d.second_shown_at is not null`,
    [siteId, id],
  )
  return { half, call: part(keys.call), webhook: part(keys.webhook) }
}

const forget = (tx: Tx, siteId: number, id: number) =>
  tx.query('delete from provider_draft where site_id = $1 and id = $2', [siteId, id])

/** Keys that were entered before the house made them have nobody who waits for a half. */
const forgetSeen = (tx: Tx, siteId: number, id: number) =>
  tx.query(
    `delete from provider_draft where site_id = $1 and id = $2
        and (asked_by is null or (first_shown_at is not null and second_shown_at is not null))`,
    [siteId, id],
  )
