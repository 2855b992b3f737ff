import { type BetRow, type RoundRow, tables } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Database, Tx } from '../ports.ts'

/** A round of any of the sites: evidence is public, and its address names no site. */
export async function roundOfAnySite(db: Database, siteIds: readonly number[], id: number): Promise<RoundRow | null> {
  const where = 'where site_id = any ($1::bigint[]) and id = $2'
  const [row] = await db.system((tx) => select(tx, tables.rounds, where, [siteIds, id]))
  return row ?? null
}

/** A member's own bet, or null. */
export async function ownBet(tx: Tx, siteId: number, memberId: number, id: number): Promise<BetRow | null> {
  const where = 'where site_id = $1 and id = $2 and member_id = $3'
  const [row] = await select(tx, tables.bets, where, [siteId, id, memberId])
  return row ?? null
}

/** All bets of a round in the order of its tree. */
export const betsOfRound = (tx: Tx, siteId: number, roundId: number): Promise<BetRow[]> =>
  select(tx, tables.bets, 'where site_id = $1 and trade_round_id = $2 order by leaf_index', [siteId, roundId])
