import { ownAccounts } from '@maru/core'
import type { NamedQuery } from './rule.ts'

const named = (accounts: Iterable<string>): string => [...accounts].map((account) => `'${account}'`).join(', ')

/** What is held for members with others, by its names; virtual points and merchants' coins are held by nobody. */
const assets = `account in ('BANK_KRW', 'COIN_HOT', 'COIN_COLD', 'PROVIDER_CLEARING') and sub <> 'DEMO_GRANT' and sub not like 'p2p-%'`

/** What staff must hear of although nothing is booked wrongly: members' wins alone can cause it. Nothing is paused for it. */
export const alarmRules: readonly NamedQuery[] = [
  [
    // Of all accounts the sum is zero: what is owed is covered where the house's own money is not below it (rules J 19).
    'assets-cover-liabilities',
    `select site_id, currency, sum(balance)::text as sum from house_account
     where account in (${named(ownAccounts)}) group by 1, 2 having sum(balance) < 0`,
  ],
  [
    // A provider takes its fees out of what it holds; beyond them nothing can have left that was not there.
    'house-holds-what-it-paid',
    `select h.site_id, h.account, h.sub, h.currency, h.balance::text, coalesce(-f.balance, 0)::text as fee
     from (select * from house_account where ${assets} and balance > 0) h
     left join house_account f on f.site_id = h.site_id and f.sub = h.sub and f.currency = h.currency and f.account = 'PROVIDER_FEE'
     where h.balance > coalesce(-f.balance, 0)`,
  ],
  [
    'merchants-have-what-they-lend',
    `select site_id, account, sub, currency, balance::text from house_account
     where account = 'PROVIDER_CLEARING' and sub like 'p2p-%' and balance < 0`,
  ],
]
