import type { EpochMs } from '../types.ts'

/** What a partner earns from a Monday on, and under whom he stands. */
export interface PartnerTerms {
  /** Monday 00:00 KST. */
  readonly fromDay: EpochMs
  /** null: right below the house. */
  readonly parentId: number | null
  /** Shares of trading fees, of stakes, and of what the house won. */
  readonly feePpm: number
  readonly rollPpm: number
  readonly lossPpm: number
}

/** A partner with all his terms, in the order in which they were agreed: of two from one day the later one holds. */
export interface PartnerNode {
  readonly id: number
  readonly name: string
  readonly terms: readonly PartnerTerms[]
}

/** How deep a tree goes, and what all levels of it earn together at most. */
export interface PartnerLimits {
  readonly depth: number
  readonly feeCapPpm: number
  readonly rollCapPpm: number
  /** 0 where a site shares no losses. */
  readonly lossCapPpm: number
}

/** Where a partner stands in a week. Level 1 stands right below the house. */
export interface PartnerPlace extends PartnerTerms {
  readonly id: number
  readonly level: number
}

export interface TermsRefusal {
  readonly code: 'PARTNER_NOT_FOUND' | 'PARTNER_LOOP' | 'PARTNER_LEVEL' | 'PARTNER_CAP' | 'PARTNER_RATE'
  readonly params: Readonly<Record<string, string | number>>
}

/** The terms that hold in a week; null: the partner begins later. */
export function termsAt({ terms }: Pick<PartnerNode, 'terms'>, week: EpochMs): PartnerTerms | null {
  let newest: PartnerTerms | null = null
  for (const one of terms) if (one.fromDay <= week && (newest === null || one.fromDay >= newest.fromDay)) newest = one
  return newest
}

/** Every partner of a week, those above before those below. Who stands in a loop, or below somebody who has not begun, is left out. */
export function placesAt(nodes: readonly PartnerNode[], week: EpochMs): ReadonlyMap<number, PartnerPlace> {
  const below = new Map<number | null, [id: number, terms: PartnerTerms][]>()
  for (const node of nodes) {
    const terms = termsAt(node, week)
    if (terms === null) continue
    const siblings = below.get(terms.parentId) ?? []
    siblings.push([node.id, terms])
    below.set(terms.parentId, siblings)
  }
  const places = new Map<number, PartnerPlace>()
  for (const [id, terms] of below.get(null) ?? []) places.set(id, { ...terms, id, level: 1 })
  // A map goes on over what is added to it.
  for (const { id, level } of places.values())
    for (const [childId, terms] of below.get(id) ?? []) places.set(childId, { ...terms, id: childId, level: level + 1 })
  return places
}

/**
 * Why a partner cannot have these terms; null: he can. They are judged in the first week in which they hold and in each later one in which the
 * terms of anybody change: a parent's cut to come counts as well as one that holds.
 */
export function refuseTerms(
  nodes: readonly PartnerNode[],
  node: Pick<PartnerNode, 'id' | 'name'>,
  terms: PartnerTerms,
  limits: PartnerLimits,
): TermsRefusal | null {
  const before = nodes.find(({ id }) => id === node.id)?.terms ?? []
  const after = [...nodes.filter(({ id }) => id !== node.id), { ...node, terms: [...before, terms] }]
  const weeks = new Set([terms.fromDay])
  for (const one of after) for (const { fromDay } of one.terms) if (fromDay > terms.fromDay) weeks.add(fromDay)
  for (const week of [...weeks].sort((a, b) => a - b)) {
    const refusal = refuseWeek(after, node.id, week, limits)
    if (refusal !== null) return refusal
  }
  return null
}

function refuseWeek(
  nodes: readonly PartnerNode[],
  id: number,
  week: EpochMs,
  limits: PartnerLimits,
): TermsRefusal | null {
  const own = termsAt(nodes.find((node) => node.id === id)!, week)!
  const places = placesAt(nodes, week)
  const place = places.get(id)
  if (place === undefined) {
    const isPartner = nodes.some((node) => node.id === own.parentId && termsAt(node, week) !== null)
    return refused(isPartner ? 'PARTNER_LOOP' : 'PARTNER_NOT_FOUND')
  }
  if (own.feePpm > limits.feeCapPpm) return refused('PARTNER_CAP', { max: percentOf(limits.feeCapPpm) })
  if (own.rollPpm > limits.rollCapPpm) return refused('PARTNER_CAP', { max: percentOf(limits.rollCapPpm) })
  if (own.lossPpm > limits.lossCapPpm) return refused('PARTNER_CAP', { max: percentOf(limits.lossCapPpm) })
  const parent = own.parentId === null ? undefined : places.get(own.parentId)
  const above = parent === undefined ? null : rateAbove(own, parent)
  if (above !== null) return refused('PARTNER_RATE', { max: percentOf(above) })
  for (const one of places.values()) {
    if (one.level > limits.depth && isBelow(places, one, id)) return refused('PARTNER_LEVEL', { level: one.level })
    if (one.parentId !== id || rateAbove(one, own) === null) continue
    return refused('PARTNER_RATE', { child: nodes.find((node) => node.id === one.id)!.name })
  }
  return null
}

const rates = ['feePpm', 'rollPpm', 'lossPpm'] as const
type Rates = Pick<PartnerTerms, (typeof rates)[number]>

/** The rate of the parent that a child's is above; null: none is. */
function rateAbove(child: Rates, parent: Rates): number | null {
  const above = rates.find((rate) => child[rate] > parent[rate])
  return above === undefined ? null : parent[above]
}

/** Whether a partner is this one, or stands below it. */
export function isBelow(places: ReadonlyMap<number, PartnerPlace>, place: PartnerPlace, id: number): boolean {
  for (
    let at: PartnerPlace | undefined = place;
    at !== undefined;
    at = at.parentId === null ? undefined : places.get(at.parentId)
  )
    if (at.id === id) return true
  return false
}

const refused = (code: TermsRefusal['code'], params: TermsRefusal['params'] = {}): TermsRefusal => ({ code, params })

/** Millionths as percent with up to four decimals: 305,000 is 30.5. */
export const percentOf = (ppm: number): string => {
  const fraction = String(ppm % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${Math.floor(ppm / 10_000)}${fraction && `.${fraction}`}`
}
