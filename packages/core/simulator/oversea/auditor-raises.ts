import type { Effects, OverseaOption, SiteConfig } from '../../src/index.ts'
import { equal } from '../checks.ts'
import { lotOf } from '../traders.ts'
import type { AuditedMember, AuditedPosition, Kept } from './margin-accounts.ts'
import type { OverseaRecord } from './record.ts'

const DAY_MS = 86_400_000

/** Before anything else of a call: what kept an earlier number for a day has the new one. */
export function passRaises(members: Iterable<AuditedMember>, at: number): void {
  for (const { positions } of members)
    for (const position of positions.values()) {
      position.cuts = standing(position.cuts, at)
      position.parts = position.parts.map((part) => ({ ...part, margins: standing(part.margins, at) }))
    }
}

const standing = (kept: readonly Kept[], at: number): readonly Kept[] => kept.filter(({ until }) => until > at)

/** What a change of numbers is to what is open: raised ones spare it for a day, and its members hear of it; others hold at once. */
export function observeRaises(auditor: OverseaRecord, { rows }: Effects, at: number): void {
  for (const option of rows.overseaOptions) raiseMargin(auditor, option, rows, at)
  for (const site of rows.sites) raiseCut(auditor, site, rows, at)
}

function raiseMargin(auditor: OverseaRecord, option: OverseaOption, rows: Effects['rows'], at: number): void {
  const known = [...auditor.members.values()].find(({ siteId }) => siteId === option.siteId)?.options.get(option.id)
  if (!known || known.margin === option.margin) return
  const held = holdersOf(auditor, option.siteId).flatMap(([member, positions]) => {
    const position = positions.get(lotOf({ optionId: option.id }))
    return position ? [[member, position] as const] : []
  })
  for (const [, position] of held)
    position.parts = position.parts.map((part) => ({
      ...part,
      margins: keep(part.margins, known.margin, option.margin, at),
    }))
  checkTold(rows, held, known.margin < option.margin, `the margin of ${option.stock}`)
}

function raiseCut(auditor: OverseaRecord, site: SiteConfig, rows: Effects['rows'], at: number): void {
  const known = auditor.sites.get(site.siteId)!
  if (known.overseaLosscutPpm === site.overseaLosscutPpm) return
  const held = holdersOf(auditor, site.siteId).flatMap(([member, positions]) =>
    [...positions.values()].map((position) => [member, position] as const),
  )
  const [before, after] = [BigInt(known.overseaLosscutPpm), BigInt(site.overseaLosscutPpm)]
  for (const [, position] of held) position.cuts = keep(position.cuts, before, after, at)
  checkTold(rows, held, before < after, `the loss cut of site ${site.siteId}`)
}

/** The members of a site who hold something, to be changed. */
const holdersOf = (auditor: OverseaRecord, siteId: number) =>
  [...auditor.members.values()]
    .filter((member) => member.siteId === siteId && member.positions.size > 0)
    .map(({ memberId }) => {
      const member = auditor.traders.touch(memberId)
      return [member, member.positions] as const
    })

const keep = (kept: readonly Kept[], before: bigint, after: bigint, at: number): readonly Kept[] => [
  ...kept.filter(({ value }) => value < after),
  ...(before < after ? [{ value: before, until: at + DAY_MS }] : []),
]

function checkTold(
  { overseaRaises, outgoing }: Effects['rows'],
  held: readonly (readonly [AuditedMember, AuditedPosition])[],
  isRaise: boolean,
  name: string,
): void {
  const begun = overseaRaises.filter(({ endedAt }) => endedAt === null)
  equal(begun.length, isRaise && held.length > 0 ? 1 : 0, `raises of ${name}`)
  const told = outgoing.filter(({ payload }) => String(payload['about']).endsWith('_RAISED'))
  const heard = new Set(told.map(({ payload }) => payload['memberId'] as number))
  equal(told.length, heard.size, `notices of ${name}`)
  const holders = new Set(isRaise ? held.map(([{ memberId }]) => memberId) : [])
  equal([...heard].sort().join(), [...holders].sort().join(), `who hears of ${name}`)
}
