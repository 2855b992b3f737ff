/** What an audit reads: every posting, or the newest closing sums and the postings after them. */
export type Scope = 'full' | 'since-closing'

/** Below the time of every posting. */
const always = '-9007199254740991'

/** The account of a posting, with a value in every column: `member_id` 0 and `wallet_type` '' are the house; `sub` is of its accounts only. */
export const accountColumns = `p.site_id, p.account, p.sub, coalesce(p.member_id, 0) as member_id,
  coalesce(p.wallet_type, '') as wallet_type, p.currency`

/** The KST day of a time. */
export const dayOf = (at: string): string => `(date '1970-01-01' + ((${at} + 32400000) / 86400000)::int)`

/** 00:00 KST after a day. */
export const endOf = (day: string): string => `((${day} - date '1970-01-01' + 1) * 86400000::bigint - 32400000)`

/** Up to when each site's days are closed. */
export const cuts = 'select site_id, max(cut_at) as cut_at from closing_day group by site_id'

/** One row, `least`: before this time no posting has to be read. Below every time while a site with balances has no closed day. */
export const leastCut = `
  select coalesce(min(coalesce(c.cut_at, ${always})), ${always})::text as least
  from (select site_id from wallet union select site_id from house_account) s left join (${cuts}) c using (site_id)`

/**
 * Rows of a table whose time lies after the closing sums of their site; `least` as `leastCut` told it, so that the planner knows how few
 * they are.
 */
export const afterClosing = (table: string, time: string, least: string): string => `
  select t.* from ${table} t left join (${cuts}) c using (site_id)
  where t.${time} >= ${least}::bigint and t.${time} >= coalesce(c.cut_at, ${always})`

/** The newest closing sum of the account of row `of`. */
export const newestSum = (of: string): string => `
  select n.sum from closing_sum n
  where n.site_id = ${of}.site_id and n.account = ${of}.account and n.sub = ${of}.sub and n.member_id = ${of}.member_id
    and n.wallet_type = ${of}.wallet_type and n.currency = ${of}.currency
  order by n.day desc limit 1`

/** The sum of each account that `where` (about `account`) names. */
export function sumsOf(postings: string, scope: Scope, where: string): string {
  const read = `select ${accountColumns}, p.amount as sum from (${postings}) p where ${where}`
  const closed = `
    select f.site_id, f.account, f.sub, f.member_id, f.wallet_type, f.currency, n.sum
    from closing_sum f cross join lateral (${newestSum('f')}) n where f.is_first and ${where}`
  return `
    select site_id, account, sub, member_id, wallet_type, currency, sum(sum)
    from (${scope === 'full' ? read : `${closed} union all ${read}`}) read group by 1, 2, 3, 4, 5, 6`
}
