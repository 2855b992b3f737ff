import type { Tx } from '../ports.ts'
import { type Week, weekMs } from './bases.ts'

/**
 * What partners earn in a week by type, counted another way: fees from the postings of the house's accounts, stakes of each bet, and the tree
 * walked by the database. The lines of a close have to come to the same.
 */
export async function secondSum(
  tx: Tx,
  { siteId, week }: Week,
  earning: readonly number[],
  isLossOn: boolean,
): Promise<{ readonly FEE: bigint; readonly ROLL: bigint; readonly LOSS: bigint }> {
  const [row] = await tx.query<{ fee: string; roll: string; loss: string }>(
    `with recursive terms as (
       select distinct on (t.partner_id) t.partner_id, t.parent_id, t.fee_ppm, t.roll_ppm, t.loss_ppm
         from partner_terms t join partner p on p.site_id = t.site_id and p.id = t.partner_id and p.status <> 'REJECTED'
        where t.site_id = $1 and t.from_day <= $2 order by t.partner_id, t.from_day desc, t.id desc
     ), chain as (
       select partner_id as start, partner_id as node, 0::bigint as branch, parent_id, fee_ppm, roll_ppm, loss_ppm, fee_ppm as fee, roll_ppm as roll,
              loss_ppm as loss
         from terms
       union all
       select c.start, t.partner_id, c.node, t.parent_id, t.fee_ppm, t.roll_ppm, t.loss_ppm, t.fee_ppm - c.fee_ppm, t.roll_ppm - c.roll_ppm,
              t.loss_ppm - c.loss_ppm
         from chain c join terms t on t.partner_id = c.parent_id
     ), paid as (
       select distinct h.txn_id from posting h
        where h.site_id = $1 and h.at >= $2 and h.at < $3 and h.account in ('FEE_FUTURES', 'FEE_OVERSEA')
          and h.reason in ('FUTURES_FEE', 'OVERSEA_FEE')
     ), fees as (
       select m.member_id, (m.at + 32400000) / 86400000 * 86400000 - 32400000 as day, m.currency, -sum(m.amount) as fee
         from paid p join posting m on m.site_id = $1 and m.txn_id = p.txn_id and m.at >= $2 and m.at < $3 and m.account = 'MEMBER'
        group by 1, 2, 3
     ), won as (
       select member_id, sum(case currency when 'KRW' then fee else div(fee * coalesce((
                select r.rate from commission_rate r where r.site_id = $1 and r.day <= f.day and r.day > f.day - 345600000
                 order by r.day desc limit 1), 0), 10000000000000000) end) as fee
         from fees f group by 1
     ), decided as (
       select distinct h.txn_id from posting h
        where $5 and h.site_id = $1 and h.at >= $2 and h.at < $3 and (h.account in ('PNL_ROUND', 'PNL_FUTURES', 'PNL_OVERSEA', 'FEE_FUTURES',
              'FEE_OVERSEA', 'FUNDING', 'INSURANCE_FUND', 'BAD_DEBT') or h.reason = 'BONUS_CONVERSION')
     ), lost as (
       select m.member_id, (m.at + 32400000) / 86400000 * 86400000 - 32400000 as day, m.currency, -sum(m.amount) as loss
         from decided d join posting m on m.site_id = $1 and m.txn_id = d.txn_id and m.at >= $2 and m.at < $3 and m.account = 'MEMBER'
        group by 1, 2, 3
     ), won_from as (
       select member_id, sum(case currency when 'KRW' then loss else floor(loss * coalesce((
                select r.rate from commission_rate r where r.site_id = $1 and r.day <= l.day and r.day > l.day - 345600000
                 order by r.day desc limit 1), 0) / 10000000000000000) end) as loss
         from lost l group by 1
     ), copied as (
       select d.member_id, d.trader_id, sum(div(d.usdt * coalesce((
                select r.rate from commission_rate r where r.site_id = $1 and r.day <= d.day and r.day > d.day - 345600000
                 order by r.day desc limit 1), 0), 10000000000000000)) as fee
         from (select m.member_id, f.trader_id, (m.at + 32400000) / 86400000 * 86400000 - 32400000 as day, -sum(m.amount) as usdt
                 from paid h join posting m on m.site_id = $1 and m.txn_id = h.txn_id and m.at >= $2 and m.at < $3
                      and m.account = 'MEMBER' and m.currency = 'USDT'
                 join trading_fill t on t.site_id = $1 and t.id = m.ref_id
                 join trading_position c on c.site_id = $1 and c.id = t.position_id
                 join copy_follow f on f.site_id = $1 and f.id = c.follow_id
                group by 1, 2, 3) d
        group by 1, 2
     ), left_copied as (
       select p.id as node, k.member_id, sum(k.fee) as fee
         from copied k
         join partner p on p.site_id = $1
         left join commission_group own on own.site_id = $1 and own.week = $2 and own.member_id = p.member_id
         left join commission_group his on his.site_id = $1 and his.week = $2 and his.member_id = k.trader_id
        where k.trader_id = p.member_id or own.group_id = his.group_id
        group by 1, 2
     ), carried as (
       select distinct on (partner_id, branch_id) partner_id, branch_id, carry from commission_line
        where site_id = $1 and week < $2 and type = 'LOSS' order by partner_id, branch_id, week desc
     ), opposed as (
       select member_id, sum(opposed) as opposed from commission_base where site_id = $1 and week = $2 group by 1
     ), staked as (
       select b.member_id, sum(b.point - b.bonus_point) - coalesce(max(o.opposed), 0) as roll
         from bet b left join opposed o on o.member_id = b.member_id
        where b.site_id = $1 and b.settled_at >= $2 and b.settled_at < $3 and b.status in (1, 2) group by 1
     ), brought as (
       select m.id, m.partner_id, coalesce(w.fee, 0) as fee, coalesce(s.roll, 0) as roll, coalesce(l.loss, 0) as loss
         from member m left join won w on w.member_id = m.id left join staked s on s.member_id = m.id
         left join won_from l on l.member_id = m.id
        where m.site_id = $1 and m.partner_id is not null
     ), earned as (
       select c.node, c.branch, div(sum(b.fee - coalesce(l.fee, 0)) * c.fee, 1000000) as fee, div(sum(b.roll) * c.roll, 1000000) as roll,
              sum(b.loss) as won, c.loss as ppm
         from chain c
         join brought b on b.partner_id = c.start
         join partner p on p.site_id = $1 and p.id = c.node
         left join commission_group own on own.site_id = $1 and own.week = $2 and own.member_id = p.member_id
         left join commission_group his on his.site_id = $1 and his.week = $2 and his.member_id = b.id
         left join left_copied l on l.node = c.node and l.member_id = b.id
        where c.node = any ($4) and b.id <> p.member_id and (own.group_id is null or own.group_id is distinct from his.group_id)
        group by c.node, c.branch, c.fee, c.roll, c.loss
     )
     select coalesce(sum(fee), 0) as fee, coalesce(sum(roll), 0) as roll,
            coalesce(sum(div(greatest(0, won - fee - roll + coalesce(c.carry, 0)) * ppm, 1000000)) filter (where $5), 0) as loss
       from earned e left join carried c on c.partner_id = e.node and c.branch_id = e.branch`,
    [siteId, week, week + weekMs, earning, isLossOn],
  )
  return { FEE: BigInt(row!.fee), ROLL: BigInt(row!.roll), LOSS: BigInt(row!.loss) }
}
