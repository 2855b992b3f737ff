import type { Tx } from '../ports.ts'

/** A secret that was shown to a member and is not confirmed. */
export interface PendingTotp {
  readonly sealed: Buffer
  readonly at: number
}

/** Keeps a shown secret; the one before it can no longer be confirmed. */
export async function setPending(tx: Tx, siteId: number, id: number, sealed: Buffer, now: number): Promise<void> {
  await tx.query(
    `update member set totp_pending_sealed = $3, totp_pending_at = $4, totp_pending_tries = 0
      where site_id = $1 and id = $2`,
    [siteId, id, sealed, now],
  )
}

export async function pendingTotp(tx: Tx, siteId: number, id: number): Promise<PendingTotp | null> {
  const rows = await tx.query<{ totp_pending_sealed: Buffer | null; totp_pending_at: string | null }>(
    'select totp_pending_sealed, totp_pending_at from member where site_id = $1 and id = $2',
    [siteId, id],
  )
  const [row] = rows
  if (!row?.totp_pending_sealed) return null
  return { sealed: row.totp_pending_sealed, at: Number(row.totp_pending_at) }
}

/** Counts a wrong code for a shown secret, which ends with try `most`; returns how many there were. */
export async function countPendingTry(
  tx: Tx,
  siteId: number,
  id: number,
  sealed: Buffer,
  most: number,
): Promise<number> {
  const rows = await tx.query<{ tries: number }>(
    `update member set totp_pending_tries = totp_pending_tries + 1,
            totp_pending_sealed = case when totp_pending_tries + 1 >= $4 then null else totp_pending_sealed end
      where site_id = $1 and id = $2 and totp_pending_sealed = $3
      returning totp_pending_tries as tries`,
    [siteId, id, sealed, most],
  )
  return rows[0]?.tries ?? most
}

/** Enrols the shown secret, whose confirming step counts as used; false when it is no longer the pending one. */
export async function setTotp(
  tx: Tx,
  siteId: number,
  id: number,
  pending: Buffer,
  enrolled: { readonly sealed: Buffer; readonly step: number; readonly at: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update member set totp_sealed = $4, totp_last_step = $5, totp_changed_at = $6, totp_pending_sealed = null
      where site_id = $1 and id = $2 and totp_pending_sealed = $3 and totp_sealed is null
      returning id`,
    [siteId, id, pending, enrolled.sealed, enrolled.step, enrolled.at],
  )
  return rows.length > 0
}

/** Ends the enrolment of an app, and of one that is not confirmed. */
export async function clearTotp(tx: Tx, siteId: number, id: number, now: number): Promise<void> {
  await tx.query(
    `update member set totp_sealed = null, totp_pending_sealed = null, totp_changed_at = $3
      where site_id = $1 and id = $2`,
    [siteId, id, now],
  )
}
