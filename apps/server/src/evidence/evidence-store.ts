import type { BetRow, RoundRow } from '@maru/core'
import { type BetRecord, betOf, type RoundRecord, roundOf } from '../journal/index.ts'
import type { Database, Tx } from '../ports.ts'

/** A round of any of the sites: evidence is public, and its address names no site. */
export async function roundOfAnySite(db: Database, siteIds: readonly number[], id: number): Promise<RoundRow | null> {
  const rows = await db.system((tx) =>
    tx.query<RoundRecord>('select * from round where site_id = any ($1::bigint[]) and id = $2', [siteIds, id]),
  )
  return rows[0] ? roundOf(rows[0]) : null
}

/** A member's own bet, or null. */
export async function ownBet(tx: Tx, siteId: number, memberId: number, id: number): Promise<BetRow | null> {
  const rows = await tx.query<BetRecord>('select * from bet where site_id = $1 and id = $2 and member_id = $3', [
    siteId,
    id,
    memberId,
  ])
  return rows[0] ? betOf(rows[0]) : null
}

/** All bets of a round in the order of its tree. */
export async function betsOfRound(tx: Tx, siteId: number, roundId: number): Promise<BetRow[]> {
  const rows = await tx.query<BetRecord>(
    'select * from bet where site_id = $1 and trade_round_id = $2 order by leaf_index',
    [siteId, roundId],
  )
  return rows.map(betOf)
}
