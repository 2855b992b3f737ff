import type { MemberBase } from '@maru/core'
import type { Tx } from '../ports.ts'

/** A week of a site: Monday 00:00 KST to the next. */
export interface Week {
  readonly siteId: number
  readonly week: number
}

export interface DayBase {
  readonly day: number
  readonly memberId: number
  readonly partnerId: number
  readonly fee: bigint
  readonly feeUsdt: bigint
  readonly roll: bigint
  readonly opposed: bigint
  readonly bonusStake: bigint
  readonly voids: number
  readonly loss: bigint
}

/** A row of what a member brought on a day. */
export interface RawBase {
  day: string
  member_id: string
  partner_id: string
  fee: string
  fee_usdt: string
  roll: string
  opposed: string
  bonus_stake: string
  voids: string
  loss: string
}

export const weekMs = 7 * 86_400_000
/** 00:00 KST of the day of a column of times. */
const dayOf = (column: string) => `(${column} + 32400000) / 86400000 * 86400000 - 32400000`

/** The rate of each day: its own, or that of a day before it that ended less than 72 h ago. */
const ratesOfWeek = `select d.day, (select r.rate from commission_rate r
      where r.site_id = $1 and r.day <= d.day and r.day > d.day - 345600000 order by r.day desc limit 1) as rate
    from generate_series($2::bigint, $3::bigint - 1, 86400000) d (day)`

const fees = `'FUTURES_FEE', 'OVERSEA_FEE'`
/** What members win and lose in cash, and bonus that becomes cash. */
const results = `'ROUND_WIN', 'ROUND_LOSS', 'FUTURES_PNL', 'FUTURES_FUNDING', 'FUTURES_LIQUIDATION_FEE', 'FUTURES_SURPLUS',
  'FUTURES_INSURANCE', 'OVERSEA_PNL', 'OVERSEA_FINANCING', 'OVERSEA_INSURANCE', 'BONUS_CONVERSION'`

/**
 * What each member of a partner brought on each day of a week: trading fees, those in USDT at the rate of the day and rounded down to a won;
 * and decided stakes in cash. Of stakes of one risk group on both sides of a round as much is taken from either side, the earliest first.
 * Where the site shares losses ($6), what the house won from him in cash, too.
 */
const basesOfWeek = `with rates as (${ratesOfWeek}), groups as (
       select * from unnest($4::bigint[], $5::bigint[]) g (member_id, group_id)
     ), fees as (
       select ${dayOf('p.at')} as day, p.member_id,
              -coalesce(sum(p.amount) filter (where p.currency = 'KRW' and p.reason in (${fees})), 0) as krw,
              -coalesce(sum(p.amount) filter (where p.currency = 'USDT' and p.reason in (${fees})), 0) as usdt,
              -coalesce(sum(p.amount) filter (where p.currency = 'KRW' and $6), 0) as krw_loss,
              -coalesce(sum(p.amount) filter (where p.currency = 'USDT' and $6), 0) as usdt_loss
         from posting p
        where p.site_id = $1 and p.at >= $2 and p.at < $3 and p.account = 'MEMBER'
          and (p.reason in (${fees}) or ($6 and p.reason in (${results})))
        group by 1, 2
     ), bets as (
       select b.id, b.trade_round_id, b.member_id, b.side, b.point - b.bonus_point as cash, b.bonus_point, b.status,
              ${dayOf('b.settled_at')} as day, coalesce(g.group_id, b.member_id) as group_id
         from round r join bet b on b.site_id = r.site_id and b.trade_round_id = r.id
         left join groups g on g.member_id = b.member_id
        where r.site_id = $1 and r.settled_at >= $2 and r.open_at < $3 and b.settled_at >= $2 and b.settled_at < $3
     ), sides as (
       select trade_round_id, group_id, least(coalesce(sum(cash) filter (where side = 'B'), 0),
                                              coalesce(sum(cash) filter (where side = 'S'), 0)) as against
         from bets where status in (1, 2) group by 1, 2
     ), counted as (
       select b.*, greatest(0, least(b.cash, s.against - (sum(b.cash) over w - b.cash))) as opposed
         from bets b join sides s using (trade_round_id, group_id) where b.status in (1, 2)
       window w as (partition by b.trade_round_id, b.group_id, b.side order by b.id)
     ), stakes as (
       select day, member_id, sum(cash - opposed) as roll, sum(opposed) as opposed, sum(bonus_point) as bonus_stake, 0 as voids
         from counted group by 1, 2
       union all
       select day, member_id, 0, 0, 0, count(*) from bets where status = 3 group by 1, 2
     ), days as (
       select day, member_id, krw, usdt, 0 as roll, 0 as opposed, 0 as bonus_stake, 0 as voids, krw_loss, usdt_loss from fees
       union all
       select day, member_id, 0, 0, roll, opposed, bonus_stake, voids, 0, 0 from stakes
     )
     select d.day, d.member_id, m.partner_id,
            greatest(0, sum(d.krw)) + div(greatest(0, sum(d.usdt)) * coalesce(max(r.rate), 0), 10000000000000000) as fee,
            greatest(0, sum(d.usdt)) as fee_usdt,
            sum(d.roll) as roll, sum(d.opposed) as opposed, sum(d.bonus_stake) as bonus_stake, sum(d.voids) as voids,
            sum(d.krw_loss) + floor(sum(d.usdt_loss) * coalesce(max(r.rate), 0) / 10000000000000000) as loss
       from days d
       join member m on m.site_id = $1 and m.id = d.member_id and m.partner_id is not null
       left join rates r on r.day = d.day
      group by 1, 2, 3`

/** What else counts in a week. */
export interface Counting {
  readonly groups: ReadonlyMap<number, number>
  readonly isLossOn: boolean
}

const valuesOf = ({ siteId, week }: Week, { groups, isLossOn }: Counting) => [
  siteId,
  week,
  week + weekMs,
  [...groups.keys()],
  [...groups.values()],
  isLossOn,
]

/** A week by day and member. */
export async function daysOfWeek(tx: Tx, of: Week, how: Counting): Promise<DayBase[]> {
  return (await tx.query<RawBase>(`${basesOfWeek} order by 1, 2`, valuesOf(of, how))).map(baseOf)
}

const sums = 'select member_id, partner_id, sum(fee) as fee, sum(roll) as roll, sum(loss) as loss'

/** A week by member. */
export async function membersOfWeek(tx: Tx, of: Week, how: Counting): Promise<MemberBase[]> {
  const text = `${sums} from (${basesOfWeek}) b group by 1, 2 order by 1`
  return (await tx.query<RawMember>(text, valuesOf(of, how))).map(memberOf)
}

/** Writes a week by day and member. Its days stay in the database: of many members they would keep the process from everything else. */
export async function writeBases(tx: Tx, of: Week, how: Counting): Promise<void> {
  await tx.query(
    `insert into commission_base (site_id, week, day, member_id, partner_id, fee, fee_usdt, roll, opposed, bonus_stake, voids, loss)
     select $1, $2, b.* from (${basesOfWeek}) b`,
    valuesOf(of, how),
  )
}

/** The members of a week that was written. */
export async function writtenMembers(tx: Tx, { siteId, week }: Week): Promise<MemberBase[]> {
  const text = `${sums} from commission_base where site_id = $1 and week = $2 group by 1, 2 order by 1`
  return (await tx.query<RawMember>(text, [siteId, week])).map(memberOf)
}

/** What members paid in a week for copies of these traders, in won, by member and trader. */
export async function copiedFees(
  tx: Tx,
  { siteId, week }: Week,
  traderIds: readonly number[],
): Promise<Map<number, Map<number, bigint>>> {
  if (traderIds.length === 0) return new Map()
  const rows = await tx.query<{ member_id: string; trader_id: string; fee: string }>(
    `with rates as (${ratesOfWeek}), paid as (
       select p.member_id, f.trader_id, ${dayOf('p.at')} as day, -sum(p.amount) as usdt
         from copy_follow f
         join trading_position c on c.site_id = f.site_id and c.follow_id = f.id
         join trading_fill t on t.site_id = c.site_id and t.position_id = c.id
         join posting p on p.site_id = t.site_id and p.ref_id = t.id and p.at >= $2 and p.at < $3
        where f.site_id = $1 and f.trader_id = any ($4) and p.account = 'MEMBER' and p.reason = 'FUTURES_FEE'
        group by 1, 2, 3
     )
     select p.member_id, p.trader_id, sum(div(p.usdt * coalesce(r.rate, 0), 10000000000000000)) as fee
       from paid p left join rates r on r.day = p.day group by 1, 2 having sum(p.usdt) > 0`,
    [siteId, week, week + weekMs, traderIds],
  )
  const fees = new Map<number, Map<number, bigint>>()
  for (const { member_id, trader_id, fee } of rows) {
    const own = fees.get(Number(member_id)) ?? new Map<number, bigint>()
    fees.set(Number(member_id), own.set(Number(trader_id), BigInt(fee)))
  }
  return fees
}

interface RawMember {
  member_id: string
  partner_id: string
  fee: string
  roll: string
  loss: string
}

const memberOf = ({ member_id, partner_id, fee, roll, loss }: RawMember): MemberBase => ({
  memberId: Number(member_id),
  partnerId: Number(partner_id),
  fee: BigInt(fee),
  roll: BigInt(roll),
  loss: BigInt(loss),
})

export const baseOf = (row: RawBase): DayBase => ({
  day: Number(row.day),
  memberId: Number(row.member_id),
  partnerId: Number(row.partner_id),
  fee: BigInt(row.fee),
  feeUsdt: BigInt(row.fee_usdt),
  roll: BigInt(row.roll),
  opposed: BigInt(row.opposed),
  bonusStake: BigInt(row.bonus_stake),
  voids: Number(row.voids),
  loss: BigInt(row.loss),
})

/** What keeps a week from being closed; null: nothing. */
export async function openReason(tx: Tx, { siteId, week }: Week): Promise<'ROUNDS' | 'RATES' | null> {
  const [row] = await tx.query<{ rounds: boolean; rates: boolean }>(
    `with rates as (${ratesOfWeek})
     select exists (select from round where site_id = $1 and settled_at is null and end_at < $3 and bet_count > 0) as rounds,
            exists (select from rates r where r.rate is null and exists (
              select from posting p where p.site_id = $1 and p.at >= r.day and p.at < r.day + 86400000 and p.currency = 'USDT'
                 and p.account = 'MEMBER' and p.reason in ('FUTURES_FEE', 'FUTURES_FUNDING'))) as rates`,
    [siteId, week, week + weekMs],
  )
  return row?.rounds ? 'ROUNDS' : row?.rates ? 'RATES' : null
}
