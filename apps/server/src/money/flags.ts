import type { Tx } from '../ports.ts'
import { type PayoutAccountRow, sharedWith } from './payout-accounts.ts'
import { wasPaidTo } from './store.ts'

const dayMs = 86_400_000
/** More withdrawals than these in a day are unusual. */
const usualPerDay = 3

/** Why two persons should look at a withdrawal, however small it is; without an account at a sale to a provider. */
export async function withdrawalFlags(
  tx: Tx,
  {
    siteId,
    memberId,
    account,
    now,
  }: { siteId: number; memberId: number; account: PayoutAccountRow | null; now: number },
): Promise<string[]> {
  const flags: string[] = []
  if (account?.kind === 'ADDRESS' && !(await wasPaidTo(tx, siteId, memberId, account.id))) flags.push('NEW_ADDRESS')
  if (account && (await sharedWith(tx, siteId, memberId, account.id))) flags.push('SHARED_ACCOUNT')
  if ((await withdrawalsSince(tx, siteId, memberId, now - dayMs)) >= usualPerDay) flags.push('VELOCITY')
  if (await isUntraded(tx, siteId, memberId)) flags.push('NO_TRADING')
  return flags
}

async function withdrawalsSince(tx: Tx, siteId: number, memberId: number, from: number): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select count(*) from dnw where site_id = $1 and member_id = $2 and type in ('W', 'WS') and created_at > $3`,
    [siteId, memberId, from],
  )
  return Number(row?.count)
}

/** Whether the newest deposit was followed by no result of a trade: neither a round nor a position. */
async function isUntraded(tx: Tx, siteId: number, memberId: number): Promise<boolean> {
  const [row] = await tx.query<{ deposit: string | null; traded: boolean }>(
    `with newest as (
       select max(txn_id) as deposit from dnw where site_id = $1 and member_id = $2 and type = 'D' and status = 'COMPLETED')
     select deposit, exists (
       select 1 from posting where site_id = $1 and member_id = $2 and txn_id > deposit
          and reason ~ '^(ROUND|FUTURES|OVERSEA)_') as traded
       from newest`,
    [siteId, memberId],
  )
  return row?.deposit != null && !row.traded
}
