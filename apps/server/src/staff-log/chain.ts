import type { StaffActRow } from '@maru/core'
import { chainHash, chainStart, fromHex, leafHash, toHex } from '@maru/evidence'
import type { Database, Tx } from '../ports.ts'
import { lastSeal, sealedAfter, unsealed } from './store.ts'

/** So many acts are sealed in one transaction. */
export const pageRows = 500

/** The hash of an act that follows `previous`; null: the first of the chain. */
const linkOf = (previous: string | null, act: StaffActRow): string =>
  toHex(chainHash(previous === null ? chainStart() : fromHex(previous), leafHash(act)))

/** Gives the oldest acts that wait, a page of them, their places in the chain; returns how many. One writer at a time: the caller holds the lock. */
export async function sealActs(tx: Tx, now: number): Promise<number> {
  const acts = await unsealed(tx, pageRows)
  if (acts.length === 0) return 0
  const last = await lastSeal(tx)
  let seq = last?.seq ?? 0
  let hash = last?.hash ?? null
  const seals = acts.map((act) => {
    seq += 1
    hash = linkOf(hash, act)
    return { seq, site_id: act.siteId, id: act.id, hash, sealed_at: now }
  })
  await tx.query('insert into staff_act_seal select * from jsonb_populate_recordset(null::staff_act_seal, $1::jsonb)', [
    JSON.stringify(seals),
  ])
  await tx.query('delete from staff_act_unsealed u using staff_act_seal s where s.site_id = u.site_id and s.id = u.id')
  return acts.length
}

export interface ChainOutcome {
  readonly acts: number
  /** The first place at which the chain does not hold; null: it holds. */
  readonly brokenAt: number | null
  /** Acts that are neither in the chain nor waiting for it. */
  readonly strays: number
}

/** Goes through the whole chain: each place follows the one before it, and each hash is that of its act. */
export async function verifyStaffLog(db: Database, signal: AbortSignal): Promise<ChainOutcome> {
  let seq = 0
  let hash: string | null = null
  for (;;) {
    signal.throwIfAborted()
    const page = await db.system((tx) => sealedAfter(tx, seq, pageRows), 'long')
    for (const sealed of page) {
      const next = linkOf(hash, sealed.act)
      if (sealed.seq !== seq + 1 || sealed.hash !== next) return outcome(seq + 1)
      seq = sealed.seq
      hash = next
    }
    if (page.length < pageRows) break
  }
  return outcome(null)

  async function outcome(brokenAt: number | null): Promise<ChainOutcome> {
    const [row] = await db.system(
      (tx) =>
        tx.query<{ count: string }>(
          `select count(*) from staff_act a
            where not exists (select from staff_act_seal s where s.site_id = a.site_id and s.id = a.id)
              and not exists (select from staff_act_unsealed u where u.site_id = a.site_id and u.id = a.id)`,
        ),
      'long',
    )
    return { acts: seq, brokenAt, strays: Number(row?.count) }
  }
}
