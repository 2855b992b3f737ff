import type { Cell } from '../effects.ts'
import { DAY_MS } from '../kst.ts'
import { newPart } from '../part.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs } from '../types.ts'
import { Groups } from './groups.ts'
import type { MemberTraitRow, TraitKind } from './tables.ts'

interface RiskGroups {
  /** Each trait's rows, by member. */
  readonly holders: Map<string, Map<number, Cell<MemberTraitRow>>>
  readonly traits: Map<number, Cell<MemberTraitRow>[]>
  readonly groups: Groups
}

const part = newPart<RiskGroups>(() => ({ holders: new Map(), traits: new Map(), groups: new Groups() }))

/** Addresses of coins may be an exchange's: to share one is looked at and makes no group. */
const joining: ReadonlySet<TraitKind> = new Set(['IDENTITY', 'DEVICE', 'BANK'])

/** A person is one on all sites; everything else is of one site. */
const nameOf = ({ kind, siteId, hash }: MemberTraitRow): string =>
  kind === 'IDENTITY' ? `${kind}:${hash}` : `${kind}:${siteId}:${hash}`

/** Keeps a trait of a member and joins him with who has it too: a new one, or one of the database. Null; or the one that is known. */
export function keepTrait(state: State, trait: Cell<MemberTraitRow>): Cell<MemberTraitRow> | null {
  const { row } = trait
  const { holders, traits, groups } = state.parts.of(part)
  const name = nameOf(row)
  const known = holders.get(name)
  const same = known?.get(row.memberId)
  if (same !== undefined) return same
  if (known === undefined) holders.set(name, new Map([[row.memberId, trait]]))
  else {
    // Whoever has it is in one group by now: the first of them stands for all.
    const [first] = known.keys()
    if (joining.has(row.kind) && first !== undefined) groups.join(row.memberId, first)
    known.set(row.memberId, trait)
  }
  const own = traits.get(row.memberId)
  if (own) own.push(trait)
  else traits.set(row.memberId, [trait])
  return null
}

/** Takes over that a trait was seen: once, and an address of the network once a day. */
export function seeTrait(state: State, trait: Cell<MemberTraitRow>, { effects }: Turn): void {
  const known = keepTrait(state, trait)
  const { kind, at } = trait.row
  if (known === null) effects.put('memberTraits', trait)
  else if (kind === 'IP' && at >= known.row.at + DAY_MS) change(effects, 'memberTraits', known, { at })
}

/** The members of a member's risk group in order of ids, himself among them. */
export const groupOf = (state: State, memberId: number): readonly number[] =>
  state.parts.of(part).groups.membersOf(memberId)

/** Whether anybody else has a trait of one of these kinds in common with a member. */
export function sharesTrait(state: State, memberId: number, kinds: readonly TraitKind[]): boolean {
  const { holders, traits } = state.parts.of(part)
  return (traits.get(memberId) ?? []).some(
    ({ row }) => kinds.includes(row.kind) && (holders.get(nameOf(row))?.size ?? 0) > 1,
  )
}

/** Whether a member used an address of the network since a time that others used too, though not so many that it is a carrier's. */
export function sharesAddress(
  state: State,
  memberId: number,
  { since, most }: { readonly since: EpochMs; readonly most: number },
): boolean {
  const { holders, traits } = state.parts.of(part)
  return (traits.get(memberId) ?? []).some(({ row }) => {
    if (row.kind !== 'IP' || row.at < since) return false
    let users = 0
    for (const { row: other } of holders.get(nameOf(row))?.values() ?? [])
      if (other.at >= since && ++users > most) return false
    return users > 1
  })
}

/** All traits, as a start reads them. */
export const traitsOf = (state: State): MemberTraitRow[] =>
  [...state.parts.of(part).traits.values()].flat().map(({ row }) => row)

/** The group of each member who is known by anything. */
export function groupsOf(state: State): (readonly [number, number])[] {
  const { traits, groups } = state.parts.of(part)
  return [...traits.keys()].sort((a, b) => a - b).map((memberId) => [memberId, groups.idOf(memberId)])
}
