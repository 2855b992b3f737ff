import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import { Groups } from './groups.ts'
import type { MemberTraitRow, TraitKind } from './tables.ts'

interface RiskGroups {
  /** Each trait's rows, by member. */
  readonly holders: Map<string, Map<number, MemberTraitRow>>
  readonly traits: Map<number, MemberTraitRow[]>
  readonly groups: Groups
}

const part = newPart<RiskGroups>(() => ({ holders: new Map(), traits: new Map(), groups: new Groups() }))

/** Addresses of coins may be an exchange's: to share one is looked at and makes no group. */
const joining: ReadonlySet<TraitKind> = new Set(['IDENTITY', 'DEVICE', 'BANK'])

/** A person is one on all sites; everything else is of one site. */
const nameOf = ({ kind, siteId, hash }: MemberTraitRow): string =>
  kind === 'IDENTITY' ? `${kind}:${hash}` : `${kind}:${siteId}:${hash}`

/** Keeps a trait of a member and joins him with who has it too; false: it was known. */
export function keepTrait(state: State, row: MemberTraitRow): boolean {
  const { holders, traits, groups } = state.parts.of(part)
  const name = nameOf(row)
  const known = holders.get(name)
  if (known?.has(row.memberId)) return false
  if (known === undefined) holders.set(name, new Map([[row.memberId, row]]))
  else {
    // Whoever has it is in one group by now: the first of them stands for all.
    const [first] = known.keys()
    if (joining.has(row.kind) && first !== undefined) groups.join(row.memberId, first)
    known.set(row.memberId, row)
  }
  const own = traits.get(row.memberId)
  if (own) own.push(row)
  else traits.set(row.memberId, [row])
  return true
}

/** The members of a member's risk group in order of ids, himself among them. */
export const groupOf = (state: State, memberId: number): readonly number[] =>
  state.parts.of(part).groups.membersOf(memberId)

/** Whether anybody else has a trait of one of these kinds in common with a member. */
export function sharesTrait(state: State, memberId: number, kinds: readonly TraitKind[]): boolean {
  const { holders, traits } = state.parts.of(part)
  return (traits.get(memberId) ?? []).some(
    (row) => kinds.includes(row.kind) && (holders.get(nameOf(row))?.size ?? 0) > 1,
  )
}

/** All traits, as a start reads them. */
export const traitsOf = (state: State): MemberTraitRow[] => [...state.parts.of(part).traits.values()].flat()

/** The group of each member who is known by anything. */
export function groupsOf(state: State): (readonly [number, number])[] {
  const { traits, groups } = state.parts.of(part)
  return [...traits.keys()].sort((a, b) => a - b).map((memberId) => [memberId, groups.idOf(memberId)])
}
