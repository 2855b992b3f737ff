import { createHash } from 'node:crypto'
import { branchName, type CommissionLine, commissionLines, type MemberBase, placesAt } from '@maru/core'
import { jcs } from '@maru/evidence'
import type { Deps } from '../deps.ts'
import { allPartners, type Partner } from '../partners/index.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { type Counting, copiedFees, type DayBase, type Week } from './bases.ts'

/** What partners earn of a week, and what decided that. */
export interface Counted {
  readonly lines: readonly CommissionLine[]
  readonly partners: ReadonlyMap<number, Partner>
  /** Partners who earn. */
  readonly earning: readonly number[]
  /** Of them, those whose week waits for a decision of its own. */
  readonly held: ReadonlySet<number>
}

/** Members who are in a group with another one, with the number that names it. */
export async function groupsNow({ reads }: Pick<Deps, 'reads'>, siteId: number): Promise<Map<number, number>> {
  const { value } = await reads.ask('riskGroups.groups', { siteId })
  const sizes = new Map<number, number>()
  for (const [, group] of value) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return new Map(value.filter(([, group]) => (sizes.get(group) ?? 0) > 1))
}

/** Counts a week, over or not, from what its members brought. */
export async function countWeek(
  tx: Tx,
  of: Week,
  { groups, isLossOn }: Counting,
  bases: readonly MemberBase[],
): Promise<Counted> {
  const all = await allPartners(tx, of.siteId, 0)
  const partners = new Map(all.filter(({ status }) => status !== 'REJECTED').map((one) => [one.id, one]))
  const { suspended, held } = await suspensions(tx, of)
  const started = [...partners.values()].filter(({ id, status }) => status !== 'PENDING' && !suspended.has(id))
  const members = groupMembers(groups)
  const own = new Map(started.map(({ id, memberId }) => [id, groupOf(members, groups, memberId)]))
  const copied = await copiedFees(tx, of, await tradersIn(tx, of.siteId, own))
  const lines = commissionLines({
    places: placesAt([...partners.values()], of.week),
    bases: bases.map((base) => withCopied(base, copied.get(base.memberId))),
    earning: new Set(started.map(({ id }) => id)),
    groups: own,
    carries: isLossOn ? await carriesBefore(tx, of) : null,
  })
  return { lines, partners, earning: started.map(({ id }) => id), held }
}

const withCopied = (base: MemberBase, copied: ReadonlyMap<number, bigint> | undefined): MemberBase =>
  copied === undefined ? base : { ...base, copied }

/** Who ever asked to lead, of these groups. */
async function tradersIn(tx: Tx, siteId: number, groups: ReadonlyMap<number, ReadonlySet<number>>): Promise<number[]> {
  const ids = [...new Set([...groups.values()].flatMap((group) => [...group]))]
  const rows = await tx.query<{ member_id: string }>(
    'select member_id from copy_trader where site_id = $1 and member_id = any ($2)',
    [siteId, ids],
  )
  return rows.map(({ member_id }) => Number(member_id))
}

/** What counts in the weeks of a site: `groups` of risk, and whether it shares losses. */
export const countingOf = async (tx: Tx, siteId: number, groups: ReadonlyMap<number, number>): Promise<Counting> => ({
  groups,
  isLossOn: (await numbersOf(tx, siteId)).isPartnerLossOn,
})

/** What each branch has to make up for, from the last week in which it had losses to share. */
async function carriesBefore(tx: Tx, { siteId, week }: Week): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ partner_id: string; branch_id: string; carry: string }>(
    `select distinct on (partner_id, branch_id) partner_id, branch_id, carry from commission_line
      where site_id = $1 and week < $2 and type = 'LOSS' order by partner_id, branch_id, week desc`,
    [siteId, week],
  )
  return new Map(
    rows.map(({ partner_id, branch_id, carry }) => [
      branchName({ partnerId: Number(partner_id), branchId: Number(branch_id) }),
      BigInt(carry),
    ]),
  )
}

type Members = ReadonlyMap<number, ReadonlySet<number>>

/** The members of each group. */
export const groupMembers = (groups: ReadonlyMap<number, number>): Members =>
  new Map([...Map.groupBy(groups, ([, group]) => group)].map(([group, of]) => [group, new Set(of.map(([id]) => id))]))

/** A member's own group. Who is in none with others is one by himself: his own stakes earn him nothing. */
export const groupOf = (members: Members, groups: ReadonlyMap<number, number>, memberId: number): ReadonlySet<number> =>
  members.get(groups.get(memberId) ?? -1) ?? new Set([memberId])

/** What each member brought on some days. */
export function memberBases(days: readonly DayBase[]): MemberBase[] {
  const sums = new Map<number, MemberBase>()
  for (const { memberId, partnerId, fee, roll } of days) {
    const one = sums.get(memberId) ?? { memberId, partnerId, fee: 0n, roll: 0n, loss: 0n }
    sums.set(memberId, { ...one, fee: one.fee + fee, roll: one.roll + roll })
  }
  return [...sums.values()]
}

/** Who was suspended as the week began, and earns nothing; and who was suspended in it or since, and waits. */
async function suspensions(tx: Tx, { siteId, week }: Week) {
  const rows = await tx.query<{ partner_id: string; kind: string; at: string }>(
    `select partner_id, kind, at from partner_event where site_id = $1 and kind in ('SUSPENDED', 'LIFTED') order by at, id`,
    [siteId],
  )
  const suspended = new Set<number>()
  const held = new Set<number>()
  for (const { partner_id, kind, at } of rows) {
    const id = Number(partner_id)
    if (Number(at) <= week) {
      if (kind === 'SUSPENDED') suspended.add(id)
      else suspended.delete(id)
    } else if (kind === 'SUSPENDED') held.add(id)
  }
  return { suspended, held }
}

/** Names all lines of a week: nobody changes one unnoticed. */
export function digestOf({ siteId, week }: Week, lines: readonly CommissionLine[]): string {
  const plain = lines.map((line) => ({
    ...line,
    base: String(line.base),
    amount: String(line.amount),
    leftOutBase: String(line.leftOutBase),
    carry: String(line.carry),
  }))
  return createHash('sha256')
    .update(jcs({ siteId, week, lines: plain }))
    .digest('hex')
}

export const sumOf = (lines: readonly CommissionLine[], type: CommissionLine['type']): bigint =>
  lines.reduce((sum, line) => (line.type === type ? sum + line.amount : sum), 0n)

/** What a week owes each partner. */
export function payablesOf({ lines, partners, held }: Counted) {
  const sums = new Map<number, bigint>()
  for (const { partnerId, amount } of lines) sums.set(partnerId, (sums.get(partnerId) ?? 0n) + amount)
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([partnerId, amount]) => ({
      partnerId,
      memberId: partners.get(partnerId)!.memberId,
      amount,
      isHeld: held.has(partnerId),
    }))
}
