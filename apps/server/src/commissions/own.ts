import type { PartnerWeek, ProfitDay } from '@maru/contract'
import { type CommissionLine, commissionLines, isBelow, kstMonday, type PartnerPlace, placesAt } from '@maru/core'
import { kstDay } from '../http/filters.ts'
import type { Partner } from '../partners/index.ts'
import { weekMs } from './bases.ts'
import { daysOf, type Report, type Reports, statusOf, sum } from './report.ts'
import { groupMembers, groupOf, memberBases } from './week.ts'

/** A partner among all of his site. */
interface Own {
  readonly siteId: number
  readonly id: number
  readonly partners: ReadonlyMap<number, Partner>
}

/** Of fewer members a day says too much of each. */
const fewestOfDay = 3

const linesOf = ({ lines }: Report, id: number) => lines.filter(({ partnerId }) => partnerId === id)

/** What a week comes to for one partner. */
export const partnerWeek = (report: Report, id: number): PartnerWeek => ({
  ...daysOf(report.week),
  amount: String(sum(linesOf(report, id), ({ amount }) => amount)),
  status: statusOf(report, id),
})

/** What a week would have come to for a partner where he stands in another one. */
export function amountAt(report: Report, id: number, places: ReadonlyMap<number, PartnerPlace>): bigint {
  const rateOf = (place: PartnerPlace | undefined, { type }: CommissionLine) =>
    type === 'FEE' ? place?.feePpm : type === 'ROLL' ? place?.rollPpm : place?.lossPpm
  return sum(linesOf(report, id), (line) => {
    const branch = line.branchId === 0 ? null : places.get(line.branchId)
    // Whoever stands below him no more brings him nothing.
    if (branch !== null && branch?.parentId !== id) return 0n
    const ppm = (rateOf(places.get(id), line) ?? 0) - (branch === null ? 0 : (rateOf(branch, line) ?? 0))
    return (line.base * BigInt(Math.max(0, ppm))) / 1_000_000n
  })
}

/** What each day of a stretch of time brings a partner, of the weeks that are closed, of the running one and of the one before it. */
export async function profitDays(
  reports: Reports,
  own: Own,
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): Promise<ProfitDay[]> {
  const running = kstMonday(now)
  const closed = await reports.closed(own.siteId, from, to + weekMs)
  const weeks = new Set([...closed, running - weekMs, running])
  const days: ProfitDay[] = []
  for (const week of [...weeks].sort((a, b) => a - b))
    if (week < to && week + weekMs > from) days.push(...(await daysOfWeek(reports, own, week)))
  return days.filter(({ day }) => day >= kstDay(from) && day < kstDay(to))
}

async function daysOfWeek(reports: Reports, { siteId, id, partners }: Own, week: number): Promise<ProfitDay[]> {
  if (linesOf(await reports.of({ siteId, week }), id).length === 0) return []
  const { days, groups } = await reports.days({ siteId, week })
  const places = placesAt(
    [...partners.values()].filter(({ status }) => status !== 'REJECTED'),
    week,
  )
  const left = groupOf(groupMembers(groups), groups, partners.get(id)!.memberId)
  const own = days.filter(({ memberId, partnerId }) => {
    const place = places.get(partnerId)
    return place !== undefined && isBelow(places, place, id) && !left.has(memberId)
  })
  return [...Map.groupBy(own, ({ day }) => day)].map(([day, bases]) => {
    const lines = commissionLines({
      places,
      bases: memberBases(bases),
      earning: new Set([id]),
      groups: new Map([[id, left]]),
      carries: null,
    })
    return { day: kstDay(day), fee: amountOf(bases, lines, 'FEE'), roll: amountOf(bases, lines, 'ROLL') }
  })
}

function amountOf(
  bases: readonly { readonly fee: bigint; readonly roll: bigint }[],
  lines: readonly CommissionLine[],
  type: CommissionLine['type'],
): string | null {
  const members = bases.filter(({ fee, roll }) => (type === 'FEE' ? fee : roll) > 0n).length
  if (members > 0 && members < fewestOfDay) return null
  return String(
    sum(
      lines.filter((line) => line.type === type),
      ({ amount }) => amount,
    ),
  )
}
