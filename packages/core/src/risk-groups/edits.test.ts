import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cell } from '../effects.ts'
import { byStaff, bySystem } from '../envelope.ts'
import { newState } from '../state.ts'
import { codeOf, House, SITE } from '../testing.ts'
import type { Command, Reply, TraitKind } from '../types.ts'
import { groupOf, keepEdit, keepTrait, sharesAddress, sharesTrait, undoEdit } from './state.ts'
import type { RiskGroupEditRow } from './tables.ts'

const hashOf = (n: number): string => n.toString(16).padStart(64, '0')

class Club extends House {
  constructor() {
    super()
    for (const member of [1, 2, 3, 4]) this.member(member)
  }

  note(memberId: number, trait: TraitKind, n: number): void {
    this.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait, hash: hashOf(n) })
  }

  two() {
    return { ...byStaff(SITE, 9, 'looked at both', { approval: { id: 1, staffId: 10 } }), key: this.key() }
  }

  exempt(memberId: number, trait: TraitKind, n: number): Reply {
    return this.do({ kind: 'exemptTrait', ...this.two(), memberId, trait, hash: hashOf(n) })
  }

  link(as: 'JOIN' | 'SPLIT', memberId: number, otherId: number): Reply {
    return this.do({ kind: 'linkMembers', ...this.two(), memberId, otherId, as })
  }

  undo(reply: Reply): Reply {
    return this.do({ kind: 'undoGroupEdit', ...this.two(), editId: (reply.body as { id: number }).id })
  }

  group(memberId: number) {
    return this.ask('riskGroups.group', { siteId: SITE, memberId })!
  }

  /** Members of a group, in a core that was started anew. */
  members(memberId: number): readonly number[] {
    const now = this.group(memberId).memberIds
    const before = this.core.stateHash()
    this.restart()
    expect(this.core.stateHash()).toBe(before)
    expect(this.group(memberId).memberIds).toEqual(now)
    return now
  }
}

describe('D: risk groups by staff', () => {
  test('a device that is exempt joins and flags nobody, until that is undone', () => {
    const club = new Club()
    for (const member of [1, 2, 3]) club.note(member, 'DEVICE', 1)
    club.note(1, 'BANK', 2)
    club.note(2, 'BANK', 2)
    const done = club.exempt(3, 'DEVICE', 1)
    expect(done.status).toBe(200)
    expect([club.members(1), club.members(3)]).toEqual([[1, 2], [3]])
    club.note(4, 'DEVICE', 1)
    expect(club.members(4)).toEqual([4])
    expect(club.group(4).traits).toMatchObject([
      { kind: 'DEVICE', memberIds: [1, 2, 3, 4], count: 4, joins: false, exemptBy: (done.body as { id: number }).id },
    ])
    expect(club.group(4).edits).toMatchObject([
      { kind: 'EXEMPT', staffId: 9, approvedBy: 10, reason: 'looked at both' },
    ])
    expect(club.undo(done).status).toBe(200)
    expect(club.members(4)).toEqual([1, 2, 3, 4])
    expect(codeOf(club.undo(done))).toBe('STALE_VERSION')
  })

  test('two that are joined by hand are one group, until that is undone; what they have in common stays', () => {
    const club = new Club()
    const joined = club.link('JOIN', 3, 1)
    expect(club.members(1)).toEqual([1, 3])
    club.note(3, 'BANK', 2)
    club.note(2, 'BANK', 2)
    expect(club.members(2)).toEqual([1, 2, 3])
    club.undo(joined)
    expect([club.members(1), club.members(2)]).toEqual([[1], [2, 3]])
  })

  test('two that are split are joined by a third alone, whenever he comes', () => {
    const club = new Club()
    club.note(1, 'DEVICE', 1)
    const split = club.link('SPLIT', 1, 2)
    club.note(2, 'DEVICE', 1)
    expect(club.members(1)).toEqual([1])
    club.note(3, 'DEVICE', 1)
    expect(club.members(1)).toEqual([1, 2, 3])
    club.link('SPLIT', 3, 2)
    expect([club.members(1), club.members(2)]).toEqual([[1, 3], [2]])
    club.undo(split)
    expect(club.members(2)).toEqual([1, 2, 3])
  })

  test('takes two persons, members of the site, one edit about the same, and no two of one person', () => {
    const club = new Club()
    for (const member of [1, 2]) for (const kind of ['DEVICE', 'IDENTITY'] as const) club.note(member, kind, 1)
    const alone = { ...byStaff(SITE, 9, 'x'), key: club.key() }
    const acts: readonly Command[] = [
      { kind: 'exemptTrait', ...alone, memberId: 1, trait: 'DEVICE', hash: hashOf(1) },
      { kind: 'linkMembers', ...alone, key: club.key(), memberId: 1, otherId: 3, as: 'JOIN' },
      { kind: 'undoGroupEdit', ...alone, key: club.key(), editId: 1 },
    ]
    for (const act of acts) expect(codeOf(club.do(act))).toBe('PERMISSION_DENIED')
    expect(codeOf(club.exempt(1, 'IDENTITY', 1))).toBe('SETTING_INVALID')
    expect(codeOf(club.exempt(1, 'DEVICE', 2))).toBe('HISTORY_NOT_FOUND')
    expect(codeOf(club.exempt(77, 'DEVICE', 1))).toBe('USER_NOT_FOUND')
    expect(codeOf(club.link('JOIN', 1, 77))).toBe('USER_NOT_FOUND')
    expect(codeOf(club.link('SPLIT', 1, 1))).toBe('INVALID_REQUEST')
    club.link('JOIN', 1, 3)
    for (const as of ['JOIN', 'SPLIT'] as const) expect(codeOf(club.link(as, 3, 1))).toBe('STALE_VERSION')
    club.exempt(1, 'DEVICE', 1)
    expect(codeOf(club.exempt(2, 'DEVICE', 1))).toBe('STALE_VERSION')
    expect(club.calls.flatMap(({ rows }) => rows.riskGroupEdits)).toHaveLength(2)
  })

  test('names the two by their order, whoever of them was named first', () => {
    const club = new Club()
    club.link('JOIN', 3, 2)
    club.link('SPLIT', 1, 4)
    const [join, split] = club.calls.flatMap(({ rows }) => rows.riskGroupEdits)
    expect([join, split]).toMatchObject([
      { oneId: 2, otherId: 3 },
      { oneId: 1, otherId: 4 },
    ])
  })

  test('what a site declared is not undone by another', () => {
    const club = new Club()
    const { id } = club.link('JOIN', 1, 2).body as { id: number }
    const by = byStaff(SITE + 1, 9, 'looked at both', { approval: { id: 1, staffId: 10 } })
    expect(codeOf(club.do({ kind: 'undoGroupEdit', ...by, key: club.key(), editId: id }))).toBe('STALE_VERSION')
    expect(club.members(1)).toEqual([1, 2])
  })

  test('is told once by one key', () => {
    const club = new Club()
    const two = club.two()
    const of = { kind: 'linkMembers', ...two, memberId: 1, otherId: 2, as: 'JOIN' } as const
    expect(club.do(of).body).toEqual(club.do(of).body)
    expect(club.calls.flatMap(({ rows }) => rows.riskGroupEdits)).toHaveLength(1)
  })

  test('a member of another site is nobody’s to ask for', () => {
    expect(new Club().ask('riskGroups.group', { siteId: SITE + 1, memberId: 1 })).toBeNull()
  })
})

const kinds = ['DEVICE', 'BANK', 'ADDRESS', 'IP'] as const
const member = fc.integer({ min: 1, max: 8 })
const trait = fc.record({
  memberId: member,
  kind: fc.constantFrom(...kinds),
  hash: fc.integer({ min: 1, max: 3 }).map(hashOf),
})
const pair = fc.record({ as: fc.constantFrom('JOIN' as const, 'SPLIT' as const), one: member, other: member })
const step = fc.oneof(
  { weight: 6, arbitrary: trait.map((one) => ({ do: 'trait', one }) as const) },
  { weight: 2, arbitrary: trait.map(({ kind, hash }) => ({ do: 'exempt', kind, hash }) as const) },
  { weight: 3, arbitrary: pair.map((one) => ({ do: 'pair', one }) as const) },
  { weight: 2, arbitrary: fc.nat().map((nth) => ({ do: 'undo', nth }) as const) },
)

type Trait = { readonly memberId: number; readonly kind: TraitKind; readonly hash: string }
const isOf = (edit: RiskGroupEditRow, { kind, hash }: Pick<Trait, 'kind' | 'hash'>) =>
  edit.trait === kind && edit.hash === hash
const areOf = (edit: RiskGroupEditRow, one: number, other: number) =>
  edit.oneId === Math.min(one, other) && edit.otherId === Math.max(one, other)

/** Whether two members are joined directly, by the plainest reading of what stands. */
const isJoined = (traits: readonly Trait[], edits: readonly RiskGroupEditRow[], a: number, b: number): boolean =>
  edits.some((edit) => edit.kind === 'JOIN' && areOf(edit, a, b)) ||
  (!edits.some((edit) => edit.kind === 'SPLIT' && areOf(edit, a, b)) &&
    traits.some(
      (one) =>
        one.memberId === a &&
        (one.kind === 'DEVICE' || one.kind === 'BANK') &&
        !edits.some((edit) => isOf(edit, one)) &&
        traits.some((two) => two.memberId === b && two.kind === one.kind && two.hash === one.hash),
    ))

function plainGroup(traits: readonly Trait[], edits: readonly RiskGroupEditRow[], of: number): number[] {
  const found = new Set([of])
  for (const one of found)
    for (let other = 1; other <= 8; other++) if (isJoined(traits, edits, one, other)) found.add(other)
  return [...found].sort((a, b) => a - b)
}

test('D: groups and flags are those of the plainest reading, whatever was told and undone in whatever order, and after a start', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const state = newState(0)
      const traits: Trait[] = []
      const edits: RiskGroupEditRow[] = []
      const cells = new Map<number, ReturnType<typeof cell<RiskGroupEditRow>>>()
      const declare = (parts: Pick<RiskGroupEditRow, 'kind'> & Partial<RiskGroupEditRow>) => {
        const none = { trait: null, hash: null, oneId: null, otherId: null, undoneAt: null, undoneBy: null }
        const by = { staffId: 9, approvedBy: 10, reason: '', createdAt: 1 }
        const edit = cell<RiskGroupEditRow>({ siteId: SITE, id: cells.size + 1, ...none, ...by, ...parts })
        cells.set(edit.row.id, edit)
        if (keepEdit(state, edit)) edits.push(edit.row)
      }
      for (const one of steps) {
        if (one.do === 'trait') {
          if (keepTrait(state, cell({ siteId: SITE, ...one.one, at: 1 })) === null) traits.push(one.one)
        } else if (one.do === 'exempt') declare({ kind: 'EXEMPT', trait: one.kind, hash: one.hash })
        else if (one.do === 'pair') {
          const [less, more] = [one.one.one, one.one.other].sort((a, b) => a - b)
          if (less !== more) declare({ kind: one.one.as, oneId: less!, otherId: more! })
        } else if (edits.length > 0) {
          const [undone] = edits.splice(one.nth % edits.length, 1)
          undoEdit(state, cells.get(undone!.id)!)
        }
      }
      const anew = newState(0)
      for (const row of [...edits].reverse()) keepEdit(anew, cell(row))
      for (const row of [...traits].reverse()) keepTrait(anew, cell({ siteId: SITE, ...row, at: 1 }))
      for (let of = 1; of <= 8; of++) {
        const shares = (kind: TraitKind) =>
          traits.some(
            (own) =>
              own.memberId === of &&
              own.kind === kind &&
              !edits.some((edit) => isOf(edit, own)) &&
              traits.some(
                (other) =>
                  other.memberId !== of &&
                  other.kind === kind &&
                  other.hash === own.hash &&
                  !edits.some((edit) => edit.kind === 'SPLIT' && areOf(edit, of, other.memberId)),
              ),
          )
        for (const one of [state, anew]) {
          expect(groupOf(one, of)).toEqual(plainGroup(traits, edits, of))
          for (const kind of ['DEVICE', 'BANK', 'ADDRESS'] as const)
            expect(sharesTrait(one, of, [kind])).toBe(shares(kind))
          expect(sharesAddress(one, of, { since: 0, most: 8 })).toBe(shares('IP'))
        }
      }
    }),
    { numRuns: 300 },
  )
})
