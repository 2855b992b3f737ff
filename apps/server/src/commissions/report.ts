import type { CommissionNode, CommissionStatus, CommissionWeek, ProfitRow } from '@maru/contract'
import { type CommissionLine, placesAt } from '@maru/core'
import type { Deps } from '../deps.ts'
import { kstDay } from '../http/filters.ts'
import { type Partner, percentText } from '../partners/index.ts'
import type { Tx } from '../ports.ts'
import { baseOf, type DayBase, daysOfWeek, membersOfWeek, type RawBase, type Week, weekMs } from './bases.ts'
import { countingOf, countWeek, groupsNow } from './week.ts'

/** What became of what a closed week owes a partner. */
export interface Payable {
  readonly amount: bigint
  readonly state: CommissionStatus
  readonly decidedAt: number | null
  readonly txnId: number | null
  readonly version: number
}

/** Lines of a week with what became of them; of a week that is not over as they stand. */
export interface Report {
  readonly week: number
  readonly isClosed: boolean
  readonly digest: string | null
  readonly lines: readonly CommissionLine[]
  readonly payables: ReadonlyMap<number, Payable>
}

/** What members brought on each day of a week, and the risk groups that count. */
interface Days {
  readonly days: readonly DayBase[]
  readonly groups: ReadonlyMap<number, number>
}

interface Kept<T> {
  readonly at: number
  readonly value: Promise<T>
}

const dayMs = 86_400_000

/** The first and last day of a week. */
export const daysOf = (week: number) => ({ from: kstDay(week), to: kstDay(week + weekMs - dayMs) })

/** How long the figures of a running week are shown before they are counted again. */
const shownMs = 30_000

/** Reads weeks of partners. One that is not closed is counted at most twice a minute. */
export class Reports {
  readonly #deps: Pick<Deps, 'db' | 'reads' | 'clocks'>
  /** By site and week. */
  readonly #reports = new Map<string, Kept<Report>>()
  readonly #days = new Map<string, Kept<Days>>()

  constructor(deps: Pick<Deps, 'db' | 'reads' | 'clocks'>) {
    this.#deps = deps
  }

  /** A week that is closed, or that is not. */
  async of(week: Week): Promise<Report> {
    const closed = await this.#deps.db.tenant(week.siteId, (tx) => closedWeek(tx, week))
    return closed ?? this.#kept(this.#reports, week, () => this.#count(week))
  }

  /** What members brought on each day of a week. */
  async days(of: Week): Promise<Days> {
    const { isClosed } = await this.of(of)
    if (isClosed) return this.#deps.db.tenant(of.siteId, (tx) => closedDays(tx, of))
    return this.#kept(this.#days, of, async () => {
      const groups = await groupsNow(this.#deps, of.siteId)
      const how = { groups, isLossOn: false }
      return { days: await this.#deps.db.tenant(of.siteId, (tx) => daysOfWeek(tx, of, how)), groups }
    })
  }

  #kept<T>(all: Map<string, Kept<T>>, { siteId, week }: Week, count: () => Promise<T>): Promise<T> {
    const now = this.#deps.clocks.wall()
    for (const [key, { at }] of all) if (now - at >= shownMs) all.delete(key)
    const key = `${siteId}:${week}`
    const known = all.get(key)
    if (known !== undefined) return known.value
    const value = count()
    all.set(key, { at: now, value })
    return value
  }

  async #count(of: Week): Promise<Report> {
    const groups = await groupsNow(this.#deps, of.siteId)
    const { lines } = await this.#deps.db.tenant(of.siteId, async (tx) => {
      const how = await countingOf(tx, of.siteId, groups)
      return countWeek(tx, of, how, await membersOfWeek(tx, of, how))
    })
    return { week: of.week, isClosed: false, digest: null, lines, payables: new Map() }
  }

  /** Closed weeks that end in a stretch of days, the newest first. */
  closed(siteId: number, from: number, to: number): Promise<number[]> {
    return this.#deps.db.tenant(siteId, async (tx) => {
      const rows = await tx.query<{ week: string }>(
        `select week from commission_close where site_id = $1 and week + ${weekMs} > $2 and week + ${weekMs} <= $3 order by week desc limit 200`,
        [siteId, from, to],
      )
      return rows.map(({ week }) => Number(week))
    })
  }
}

async function closedWeek(tx: Tx, { siteId, week }: Week): Promise<Report | null> {
  const [close] = await tx.query<{ digest: string }>(
    'select digest from commission_close where site_id = $1 and week = $2',
    [siteId, week],
  )
  if (close === undefined) return null
  const lines = await tx.query<Record<string, string>>(
    `select partner_id, branch_id, type, base, own_ppm, child_ppm, amount, member_count, left_out_count, left_out_base, carry
       from commission_line where site_id = $1 and week = $2 order by partner_id, branch_id, type`,
    [siteId, week],
  )
  const payables = await tx.query<Record<string, string | null>>(
    `select p.*, exists (select from approval a where a.site_id = p.site_id and a.kind = 'COMMISSION_PAY' and a.state = 'PENDING'
        and a.payload->>'week' = $3 and p.partner_id::text = any (string_to_array(a.payload->>'partnerIds', ',')))::text as asked
       from commission_payable p where p.site_id = $1 and p.week = $2`,
    [siteId, week, kstDay(week)],
  )
  return {
    week,
    isClosed: true,
    digest: close.digest,
    lines: lines.map(lineOf),
    payables: new Map(payables.map((row) => [Number(row['partner_id']), payableOf(row)])),
  }
}

async function closedDays(tx: Tx, { siteId, week }: Week): Promise<Days> {
  const days = await tx.query<RawBase>('select * from commission_base where site_id = $1 and week = $2', [siteId, week])
  const groups = await tx.query<{ member_id: string; group_id: string }>(
    'select member_id, group_id from commission_group where site_id = $1 and week = $2',
    [siteId, week],
  )
  return {
    days: days.map(baseOf),
    groups: new Map(groups.map(({ member_id, group_id }) => [Number(member_id), Number(group_id)])),
  }
}

const lineOf = (row: Record<string, string>): CommissionLine => ({
  partnerId: Number(row['partner_id']),
  branchId: Number(row['branch_id']),
  type: row['type'] as CommissionLine['type'],
  base: BigInt(row['base']!),
  ownPpm: Number(row['own_ppm']),
  childPpm: Number(row['child_ppm']),
  amount: BigInt(row['amount']!),
  memberCount: Number(row['member_count']),
  leftOutCount: Number(row['left_out_count']),
  leftOutBase: BigInt(row['left_out_base']!),
  carry: BigInt(row['carry']!),
})

const payableOf = (row: Record<string, string | null>): Payable => ({
  amount: BigInt(row['amount']!),
  state: row['state'] === 'WAITING' && row['asked'] === 'true' ? 'APPROVING' : (row['state'] as CommissionStatus),
  decidedAt: row['decided_at'] === null ? null : Number(row['decided_at']),
  txnId: row['txn_id'] === null ? null : Number(row['txn_id']),
  version: Number(row['version']),
})

/** What lines have of something, together. */
export const sum = (lines: readonly CommissionLine[], part: (line: CommissionLine) => bigint): bigint =>
  lines.reduce((total, line) => total + part(line), 0n)

/** What a partner's week came to. */
export const statusOf = ({ isClosed, payables }: Report, partnerId: number): CommissionStatus =>
  isClosed ? (payables.get(partnerId)?.state ?? 'NOTHING') : 'ACCRUING'

/** A week as headquarters see it: every partner in the order of the tree. */
export function weekOf(report: Report, partners: readonly Partner[]): CommissionWeek {
  const places = placesAt(
    partners.filter(({ status }) => status !== 'REJECTED'),
    report.week,
  )
  const byId = new Map(partners.map((one) => [one.id, one]))
  const byPartner = Map.groupBy(report.lines, ({ partnerId }) => partnerId)
  const nodes = [...places.values()].map((place): CommissionNode => {
    const { name, code, status, memberId, memberCount } = byId.get(place.id)!
    const lines = byPartner.get(place.id) ?? []
    const own = (type: CommissionLine['type']) =>
      String(
        sum(
          lines.filter((line) => line.type === type),
          ({ base }) => base,
        ),
      )
    return {
      partnerId: place.id,
      name,
      code,
      level: place.level,
      parentId: place.parentId,
      ownerId: memberId,
      status,
      feeRate: percentText(place.feePpm),
      rollRate: percentText(place.rollPpm),
      lossRate: percentText(place.lossPpm),
      memberCount,
      fee: own('FEE'),
      roll: own('ROLL'),
      amount: String(sum(lines, ({ amount }) => amount)),
      leftOut: String(sum(lines, ({ leftOutBase }) => leftOutBase)),
      state: statusOf(report, place.id),
      version: report.payables.get(place.id)?.version ?? null,
    }
  })
  const tops = new Set([...places.values()].filter(({ level }) => level === 1).map(({ id }) => id))
  const top = report.lines.filter(({ partnerId }) => tops.has(partnerId))
  const whole = (type: CommissionLine['type']) =>
    String(
      sum(
        top.filter((line) => line.type === type),
        ({ base, leftOutBase }) => base + leftOutBase,
      ),
    )
  return {
    ...daysOf(report.week),
    isClosed: report.isClosed,
    digest: report.digest,
    fee: whole('FEE'),
    roll: whole('ROLL'),
    amount: String(sum(report.lines, ({ amount }) => amount)),
    members: [...places.keys()].reduce((count, id) => count + byId.get(id)!.memberCount, 0),
    nodes,
  }
}

/** A partner's rows of a week: each branch, or the sums of each type. */
export function profitRows(
  report: Report,
  partnerId: number,
  names: ReadonlyMap<number, string>,
  how: { readonly isChildren: boolean; readonly isDemo: boolean },
): ProfitRow[] {
  const own = report.lines.filter((line) => line.partnerId === partnerId)
  const payable = report.payables.get(partnerId)
  const days = daysOf(report.week)
  const common = {
    period: `${days.from}~${days.to}`,
    ...days,
    status: statusOf(report, partnerId),
    decidedAt: payable?.decidedAt ?? null,
    txnId: payable?.txnId ?? null,
    isDemo: how.isDemo,
  }
  if (how.isChildren)
    return own.map((line) => ({
      ...common,
      id: `${days.from}:${line.type}:${line.branchId}`,
      type: line.type,
      branchId: line.branchId || null,
      branchName: line.branchId === 0 ? null : (names.get(line.branchId) ?? null),
      memberCount: line.memberCount,
      base: String(line.base),
      rate: percentText(line.ownPpm - line.childPpm),
      ownRate: percentText(line.ownPpm),
      childRate: percentText(line.childPpm),
      amount: String(line.amount),
      leftOut: { members: line.leftOutCount, base: String(line.leftOutBase) },
      carry: String(line.carry),
    }))
  return [...Map.groupBy(own, ({ type }) => type)].map(([type, lines]) => ({
    ...common,
    id: `${days.from}:${type}`,
    type,
    branchId: null,
    branchName: null,
    memberCount: lines.reduce((count, line) => count + line.memberCount, 0),
    base: String(sum(lines, ({ base }) => base)),
    rate: lines.length === 1 ? percentText(lines[0]!.ownPpm - lines[0]!.childPpm) : null,
    ownRate: percentText(lines[0]!.ownPpm),
    childRate: null,
    amount: String(sum(lines, ({ amount }) => amount)),
    leftOut: {
      members: lines.reduce((count, line) => count + line.leftOutCount, 0),
      base: String(sum(lines, ({ leftOutBase }) => leftOutBase)),
    },
    carry: String(sum(lines, ({ carry }) => carry)),
  }))
}
