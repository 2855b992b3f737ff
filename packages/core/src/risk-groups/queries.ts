import { query } from '../query.ts'
import { memberOf, type State } from '../state.ts'
import { editsOf, exemptionOf, groupOf, groupsOf, holdersOf, joinsMembers, traitsOfMember } from './state.ts'
import type { RiskGroupEditRow, TraitKind } from './tables.ts'

/** So many members are named of a trait: an address of a carrier has many. */
const mostNamed = 50

interface SharedTrait {
  readonly kind: TraitKind
  readonly hash: string
  /** Of the site, in order of ids, the first ones. */
  readonly memberIds: readonly number[]
  readonly count: number
  /** Whether it makes them a group now. */
  readonly joins: boolean
  /** The edit by which it joins nobody. */
  readonly exemptBy: number | null
}

interface RiskGroup {
  /** Of the site, in order of ids. */
  readonly memberIds: readonly number[]
  /** So many belong to other sites: one person may have an account on each. */
  readonly elsewhere: number
  readonly traits: readonly SharedTrait[]
  /** What staff declared of these members and traits, the newest first. */
  readonly edits: readonly RiskGroupEditRow[]
}

interface Asking {
  readonly siteId: number
  readonly memberId: number
}

/** What staff may ask of risk groups. */
export const riskGroupQueries = {
  /** A member's group with what makes it one; null where the site has no such member. What others are seen with changes it too. */
  'riskGroups.group': query('house', groupWithCauses),
  /** Every member of a site who is in a group with another one, with the number that names the group. */
  'riskGroups.groups': query('house', (state, { siteId }: { readonly siteId: number }) =>
    groupsOf(state).filter(([memberId]) => memberOf(state, siteId, memberId) !== null),
  ),
}

function groupWithCauses(state: State, { siteId, memberId }: Asking): RiskGroup | null {
  if (!memberOf(state, siteId, memberId)) return null
  const isHere = (id: number) => memberOf(state, siteId, id) !== null
  const whole = groupOf(state, memberId)
  const memberIds = whole.filter(isHere)
  const traits = new Map<string, SharedTrait>()
  for (const id of memberIds)
    for (const { kind, hash } of traitsOfMember(state, id)) {
      if (traits.has(`${kind}:${hash}`)) continue
      const holders = holdersOf(state, { siteId, kind, hash }).filter(isHere)
      if (holders.length < 2) continue
      const exemptBy = exemptionOf(state, { siteId, kind, hash })?.id ?? null
      const named = holders.sort((a, b) => a - b).slice(0, mostNamed)
      const joins = joinsMembers(kind) && exemptBy === null
      traits.set(`${kind}:${hash}`, { kind, hash, memberIds: named, count: holders.length, joins, exemptBy })
    }
  const exempting = new Set([...traits.values()].map(({ exemptBy }) => exemptBy))
  const isNamed = (id: number | null) => id !== null && memberIds.includes(id)
  const edits = [...editsOf(state).values()]
    .map(({ row }) => row)
    .filter((row) => row.siteId === siteId)
    .filter((row) => exempting.has(row.id) || isNamed(row.oneId) || isNamed(row.otherId))
    .sort((a, b) => b.id - a.id)
  return { memberIds, elsewhere: whole.length - memberIds.length, traits: [...traits.values()], edits }
}
