import type { Tx } from '../ports.ts'

/** When the member last read the risk warning. */
export async function acknowledgedAt(tx: Tx, siteId: number, memberId: number): Promise<number | null> {
  const rows = await tx.query<{ at: string | null }>(
    'select max(at) as at from risk_acknowledgement where site_id = $1 and member_id = $2',
    [siteId, memberId],
  )
  const at = rows[0]?.at ?? null
  return at === null ? null : Number(at)
}

export async function acknowledge(tx: Tx, siteId: number, memberId: number, at: number): Promise<void> {
  await tx.query(
    'insert into risk_acknowledgement (site_id, member_id, at) values ($1, $2, $3) on conflict do nothing',
    [siteId, memberId, at],
  )
}

/** Wallets with a result on rounds, futures or overseas futures since `from`, and how many of them lost more than they won, fees included: from the ledger. */
export async function lossesSince(tx: Tx, siteId: number, from: number): Promise<{ accounts: number; losing: number }> {
  const rows = await tx.query<{ accounts: string; losing: string }>(
    `select count(*) as accounts, count(*) filter (where result < 0) as losing
       from (select sum(amount) as result from posting
              where site_id = $1 and account = 'MEMBER' and at > $2
                and (reason in ('ROUND_WIN', 'ROUND_LOSS') or starts_with(reason, 'FUTURES_')
                     or starts_with(reason, 'OVERSEA_'))
              group by member_id, wallet_type) results`,
    [siteId, from],
  )
  return { accounts: Number(rows[0]?.accounts ?? 0), losing: Number(rows[0]?.losing ?? 0) }
}
