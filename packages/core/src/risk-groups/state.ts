import type { Cell } from '../effects.ts'
import { DAY_MS } from '../kst.ts'
import { newPart } from '../part.ts'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs } from '../types.ts'
import { Groups } from './groups.ts'
import type { MemberTraitRow, RiskGroupEditRow, TraitKind } from './tables.ts'

type Holders = ReadonlyMap<number, Cell<MemberTraitRow>>
type Edit = Cell<RiskGroupEditRow>

interface RiskGroups {
  /** Each trait's rows, by member. */
  readonly holders: Map<string, Map<number, Cell<MemberTraitRow>>>
  readonly traits: Map<number, Cell<MemberTraitRow>[]>
  readonly groups: Groups
  /** What staff declared and did not undo, by id. */
  readonly edits: Map<number, Edit>
  /** The same by the name of a trait that joins nobody, and by a pair of members. */
  readonly exempt: Map<string, Edit>
  readonly pairs: Map<string, Edit>
}

const part = newPart<RiskGroups>(() => ({
  holders: new Map(),
  traits: new Map(),
  groups: new Groups(),
  edits: new Map(),
  exempt: new Map(),
  pairs: new Map(),
}))

/** Addresses of coins may be an exchange's: to share one is looked at and makes no group. */
const joining: ReadonlySet<TraitKind> = new Set(['IDENTITY', 'DEVICE', 'BANK'])

type Named = Pick<MemberTraitRow, 'kind' | 'siteId' | 'hash'>

/** A person is one on all sites; everything else is of one site. */
const nameOf = ({ kind, siteId, hash }: Named): string =>
  kind === 'IDENTITY' ? `${kind}:${hash}` : `${kind}:${siteId}:${hash}`

const pairOf = (one: number, other: number): string => (one < other ? `${one}:${other}` : `${other}:${one}`)
const isSplit = ({ pairs }: RiskGroups, one: number, other: number): boolean =>
  pairs.size > 0 && pairs.get(pairOf(one, other))?.row.kind === 'SPLIT'

/** Keeps a trait of a member and joins him with who has it too: a new one, or one of the database. Null; or the one that is known. */
export function keepTrait(state: State, trait: Cell<MemberTraitRow>): Cell<MemberTraitRow> | null {
  const { row } = trait
  const all = state.parts.of(part)
  const name = nameOf(row)
  const known = all.holders.get(name)
  const same = known?.get(row.memberId)
  if (same !== undefined) return same
  if (known === undefined) all.holders.set(name, new Map([[row.memberId, trait]]))
  else {
    joinHolders(all, row, known)
    known.set(row.memberId, trait)
  }
  const own = all.traits.get(row.memberId)
  if (own) own.push(trait)
  else all.traits.set(row.memberId, [trait])
  return null
}

/** Joins a member with who has a trait too. */
function joinHolders(all: RiskGroups, row: Pick<MemberTraitRow, 'memberId'> & Named, holders: Holders): void {
  if (!joining.has(row.kind) || all.exempt.has(nameOf(row))) return
  for (const other of holders.keys()) {
    if (other === row.memberId || isSplit(all, row.memberId, other)) continue
    all.groups.join(row.memberId, other)
    // Where nothing was split whoever has it is in one group by now: the first of them stands for all.
    if (all.pairs.size === 0) return
  }
}

/** Takes over what staff declared: a new one, or one of the database. False: one about the same stands. */
export function keepEdit(state: State, edit: Edit): boolean {
  const all = state.parts.of(part)
  const { id, siteId, kind, trait, hash, oneId, otherId } = edit.row
  if (kind === 'EXEMPT') {
    const name = nameOf({ siteId, kind: trait!, hash: hash! })
    if (all.exempt.has(name)) return false
    all.exempt.set(name, edit)
    if (joining.has(trait!)) formAnew(all, [...(all.holders.get(name)?.keys() ?? [])])
  } else {
    const pair = pairOf(oneId!, otherId!)
    if (all.pairs.has(pair)) return false
    all.pairs.set(pair, edit)
    if (kind === 'JOIN') all.groups.join(oneId!, otherId!)
    else formAnew(all, [oneId!, otherId!])
  }
  all.edits.set(id, edit)
  return true
}

/** What staff declared holds no longer. */
export function undoEdit(state: State, { row }: Edit): void {
  const all = state.parts.of(part)
  all.edits.delete(row.id)
  if (row.kind === 'EXEMPT') {
    const name = nameOf({ siteId: row.siteId, kind: row.trait!, hash: row.hash! })
    all.exempt.delete(name)
    formAnew(all, [...(all.holders.get(name)?.keys() ?? [])])
  } else {
    all.pairs.delete(pairOf(row.oneId!, row.otherId!))
    formAnew(all, [row.oneId!, row.otherId!])
  }
}

/** Forms the groups of some members again, from what all of their members have in common and what staff declared. It takes time with their size. */
function formAnew(all: RiskGroups, some: readonly number[]): void {
  const members = new Set(some.flatMap((member) => all.groups.membersOf(member)))
  all.groups.part([...members])
  for (const member of members)
    for (const { row } of all.traits.get(member) ?? []) joinHolders(all, row, all.holders.get(nameOf(row))!)
  for (const { row } of all.pairs.values())
    if (row.kind === 'JOIN' && members.has(row.oneId!)) all.groups.join(row.oneId!, row.otherId!)
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

/** What a member is known by. */
export const traitsOfMember = (state: State, memberId: number): readonly MemberTraitRow[] =>
  (state.parts.of(part).traits.get(memberId) ?? []).map(({ row }) => row)

/** Who has a trait, in the order in which they were seen with it. */
export const holdersOf = (state: State, trait: Named): readonly number[] => [
  ...(state.parts.of(part).holders.get(nameOf(trait))?.keys() ?? []),
]

export const holdsTrait = (state: State, trait: Named & Pick<MemberTraitRow, 'memberId'>): boolean =>
  state.parts.of(part).holders.get(nameOf(trait))?.has(trait.memberId) === true

/** Whether a kind of trait makes groups. */
export const joinsMembers = (kind: TraitKind): boolean => joining.has(kind)

/** What staff declared that a trait joins nobody; null: it counts. */
export const exemptionOf = (state: State, trait: Named): RiskGroupEditRow | null =>
  state.parts.of(part).exempt.get(nameOf(trait))?.row ?? null

/** What staff declared and did not undo, by id. */
export const editsOf = (state: State): ReadonlyMap<number, Edit> => state.parts.of(part).edits

/** Whether anybody else has a trait of one of these kinds in common with a member. */
export function sharesTrait(state: State, memberId: number, kinds: readonly TraitKind[]): boolean {
  const all = state.parts.of(part)
  return (all.traits.get(memberId) ?? []).some(({ row }) => {
    const name = nameOf(row)
    if (!kinds.includes(row.kind) || all.exempt.has(name)) return false
    for (const other of all.holders.get(name)?.keys() ?? [])
      if (other !== memberId && !isSplit(all, memberId, other)) return true
    return false
  })
}

/** Whether a member used an address of the network since a time that others used too, though not so many that it is a carrier's. */
export function sharesAddress(
  state: State,
  memberId: number,
  { since, most }: { readonly since: EpochMs; readonly most: number },
): boolean {
  const all = state.parts.of(part)
  return (all.traits.get(memberId) ?? []).some(({ row }) => {
    const name = nameOf(row)
    if (row.kind !== 'IP' || row.at < since || all.exempt.has(name)) return false
    let users = 0
    let others = 0
    for (const { row: other } of all.holders.get(name)?.values() ?? []) {
      if (other.at < since) continue
      if (++users > most) return false
      if (other.memberId !== memberId && !isSplit(all, memberId, other.memberId)) others++
    }
    return others > 0
  })
}

/** All traits, as a start reads them. */
export const traitsOf = (state: State): MemberTraitRow[] =>
  [...state.parts.of(part).traits.values()].flat().map(({ row }) => row)

/** The group of each member who is known by anything or of whom staff declared something. */
export function groupsOf(state: State): (readonly [number, number])[] {
  const { traits, groups, pairs } = state.parts.of(part)
  const named = [...pairs.values()].flatMap(({ row }) => [row.oneId!, row.otherId!])
  const members = [...new Set([...traits.keys(), ...named])]
  return members.sort((a, b) => a - b).map((memberId) => [memberId, groups.idOf(memberId)])
}
