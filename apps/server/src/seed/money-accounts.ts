import type { Seal } from '../members/index.ts'
import { registerPayoutAccount } from '../money/payout-accounts.ts'
import type { Database, Tx } from '../ports.ts'
import { demoSites } from './round-options.ts'

const demoCoins = 'USDT,BTC,ETH,XRP'

/** What the demo sites' money comes from and goes to: the sandbox's bank, the coins, and an account of each demo member. */
export async function seedMoneyAccounts(db: Database, seal: Seal, now: number): Promise<void> {
  await db.system(async (tx) => {
    await tx.query(
      `insert into house_bank (site_id, sub, bank, code, number, holder)
       select site, 'demo-bank', '마루모의은행', '990', '990-0142-48' || lpad(site::text, 4, '0'), '마루 주식회사'
         from unnest($1::bigint[]) site
       on conflict do nothing`,
      [demoSites],
    )
    // Sites that named coins of their own keep them.
    await tx.query(
      `update site set deposit_coins = $2, buy_coins = $2 where id = any($1) and deposit_coins = '' and buy_coins = ''`,
      [demoSites, demoCoins],
    )
    for (const [id, name] of await demoMembers(tx)) {
      const target = { kind: 'BANK', bankCode: '088', number: `110-000-00${id}` } as const
      const of = { siteId: 1, id, memberId: id, target, holder: name, isVerified: true, holdUntil: now, createdAt: now }
      await registerPayoutAccount(tx, seal, of)
    }
  })
}

/** Those who have registered nothing yet, not even what they deleted since. */
async function demoMembers(tx: Tx): Promise<[number, string][]> {
  const rows = await tx.query<{ id: string; name: string }>(
    `select id, name from member m where site_id = 1 and username ~ '^demo[1-5]$'
        and not exists (select 1 from payout_account a where a.site_id = m.site_id and a.member_id = m.id)`,
  )
  return rows.map(({ id, name }) => [Number(id), name])
}
