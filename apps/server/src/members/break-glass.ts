import type { Deps } from '../deps.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { endTotp, staffRows } from './staff-store.ts'

interface Reset {
  readonly siteId: number
  readonly username: string
  readonly reason: string
}

/** Ends the authenticator app of a SUPER from the machine itself, and writes it down as his own act; false where there is none such. */
export function resetTotpHere(
  { db, ids, now }: Pick<Deps, 'db' | 'ids'> & { readonly now: number },
  { siteId, username, reason }: Reset,
): Promise<boolean> {
  return db.tenant(siteId, async (tx) => {
    const row = (await staffRows(tx, siteId)).find((each) => each.username === username)
    if (row === undefined || row.role !== 'SUPER' || row.disabledAt !== null) return false
    await endTotp(tx, siteId, row.id, now)
    const changes = [
      { table: 'staff', row: `${siteId}:${row.id}`, before: { isTotpOn: row.isTotpOn }, after: { isTotpOn: false } },
    ]
    const act = { siteId, id: ids.next(), staffId: row.id, subjectId: row.id, action: 'reset-totp on the machine' }
    await addStaffAct(tx, { ...act, reason, said: {}, request: null, changes, at: now })
    return true
  })
}
