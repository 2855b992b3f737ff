import fc from 'fast-check'
import { expect, test } from 'vitest'
import { books } from '../books.ts'
import { createCore } from '../core.ts'
import { cell } from '../effects.ts'
import { bySystem } from '../envelope.ts'
import { restore } from '../restore.ts'
import { newState } from '../state.ts'
import { codeOf, emptySnapshot, House, SITE } from '../testing.ts'
import type { Reply, TraitKind } from '../types.ts'
import { Groups } from './groups.ts'
import { groupOf, keepTrait, sharesAddress, sharesTrait } from './state.ts'

const hashOf = (n: number): string => n.toString(16).padStart(64, '0')

const note = (house: House, memberId: number, trait: TraitKind, hash: string): Reply =>
  house.do({ kind: 'noteTrait', ...bySystem(SITE), memberId, trait, hash })

const kinds = ['IDENTITY', 'DEVICE', 'BANK', 'ADDRESS'] as const
const trait = fc.record({
  siteId: fc.constantFrom(1, 2),
  memberId: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...kinds),
  hash: fc.integer({ min: 1, max: 6 }).map(hashOf),
})
/** A member is of one site: the odd ones of the first. */
const facts = fc.array(
  trait.map((one) => ({ ...one, siteId: one.memberId % 2 === 1 ? 1 : 2, at: 1 })),
  { maxLength: 40 },
)

/** Groups by the plainest way: members are pushed together until nothing changes. */
function plainGroups(rows: readonly { siteId: number; memberId: number; kind: TraitKind; hash: string }[]) {
  const ids = new Map(rows.map(({ memberId }) => [memberId, memberId]))
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const one of rows)
      for (const other of rows) {
        const isSame = one.kind === other.kind && one.hash === other.hash && one.kind !== 'ADDRESS'
        const [a, b] = [ids.get(one.memberId)!, ids.get(other.memberId)!]
        if (!isSame || (one.kind !== 'IDENTITY' && one.siteId !== other.siteId) || a === b) continue
        ids.set(one.memberId, Math.min(a, b)).set(other.memberId, Math.min(a, b))
        isChanged = true
      }
  }
  return ids
}

test('the groups are those of the plainest way, whatever the order of arrival', () => {
  fc.assert(
    fc.property(facts, fc.infiniteStream(fc.nat()), (rows, random) => {
      const ids = plainGroups(rows)
      const shuffled = [...rows].map((row) => [random.next().value, row] as const).sort(([a], [b]) => a - b)
      for (const order of [rows, shuffled.map(([, row]) => row)]) {
        const state = newState(0)
        for (const row of order) keepTrait(state, cell(row))
        for (const [memberId, id] of ids)
          expect(groupOf(state, memberId)).toEqual(
            [...ids.keys()].filter((m) => ids.get(m) === id).sort((a, b) => a - b),
          )
      }
    }),
  )
})

test('a member of whom nothing is known is a group of his own', () => {
  expect(groupOf(newState(0), 7)).toEqual([7])
  expect(new Groups().idOf(7)).toBe(7)
})

test('a long chain of joins is one group, named by its least member', () => {
  const groups = new Groups()
  for (let member = 50_000; member > 1; member--) groups.join(member, member - 1)
  expect(groups.idOf(50_000)).toBe(1)
  expect(groups.membersOf(25_000)).toHaveLength(50_000)
})

test('a trait is written once, and a start has the same groups', () => {
  const house = new House()
  for (const member of [1, 2, 3]) house.member(member)
  note(house, 3, 'DEVICE', hashOf(1))
  note(house, 1, 'DEVICE', hashOf(1))
  expect(note(house, 1, 'DEVICE', hashOf(1)).status).toBe(200)
  note(house, 2, 'BANK', hashOf(1))
  expect(house.calls.flatMap(({ rows }) => rows.memberTraits)).toHaveLength(3)
  const before = house.core.stateHash()
  house.restart()
  expect(house.core.stateHash()).toBe(before)
  const apart = createCore({ ...house.core.snapshot(), memberTraits: [] })
  expect(apart.stateHash()).not.toBe(before)
})

test('what is no address of the network keeps the time at which it was seen first', () => {
  const house = new House()
  house.member(1)
  note(house, 1, 'DEVICE', hashOf(1))
  const first = house.core.snapshot().memberTraits
  house.at += 2 * 86_400_000
  note(house, 1, 'DEVICE', hashOf(1))
  expect(house.core.snapshot().memberTraits).toEqual(first)
})

test('an address of the network that a member used long ago is not shared by who uses it now', () => {
  const state = newState(0)
  for (const [memberId, at] of [
    [1, 10],
    [2, 100],
    [3, 100],
  ] as const)
    keepTrait(state, cell({ siteId: SITE, memberId, kind: 'IP', hash: hashOf(1), at }))
  const shares = (memberId: number) => sharesAddress(state, memberId, { since: 50, most: 5 })
  expect([shares(1), shares(2), shares(3)]).toEqual([false, true, true])
})

test('two members may have several things in common', () => {
  const groups = new Groups()
  for (const [one, other] of [
    [3, 2],
    [2, 1],
    [1, 3],
  ] as const)
    groups.join(one, other)
  expect([groups.membersOf(2), groups.idOf(3)]).toEqual([[1, 2, 3], 1])
})

test('an address in common is seen and joins nobody; what one has alone is not shared', () => {
  const state = newState(0)
  const at = 1
  for (const memberId of [1, 2])
    keepTrait(state, cell({ siteId: SITE, memberId, kind: 'ADDRESS', hash: hashOf(9), at }))
  keepTrait(state, cell({ siteId: SITE, memberId: 1, kind: 'BANK', hash: hashOf(8), at }))
  expect(groupOf(state, 1)).toEqual([1])
  expect(sharesTrait(state, 1, ['ADDRESS'])).toBe(true)
  expect(sharesTrait(state, 1, ['BANK', 'DEVICE'])).toBe(false)
})

test('what is no hash, or nobody of the site, is refused and changes nothing', () => {
  const house = new House(emptySnapshot())
  house.member(1)
  expect(codeOf(note(house, 2, 'BANK', hashOf(1)))).toBe('USER_NOT_FOUND')
  expect(codeOf(note(house, 1, 'BANK', '110-123-456789'))).toBe('INVALID_REQUEST')
  expect(house.core.snapshot().memberTraits).toEqual([])
})

test('an address of the network tells who used it lately, where it is not a carrier’s', () => {
  const house = new House()
  for (const member of [1, 2, 3]) house.member(member)
  const day = 86_400_000
  note(house, 1, 'IP', hashOf(1))
  const since = house.wall
  const shares = (member: number, from: number, most = 2) =>
    sharesAddress(restore(books, house.core.snapshot()), member, { since: from, most })
  expect(shares(1, since)).toBe(false)
  house.at += day - 1
  note(house, 1, 'IP', hashOf(1))
  expect(house.core.snapshot().memberTraits).toMatchObject([{ at: since }])
  house.at += 1
  note(house, 1, 'IP', hashOf(1))
  expect(house.core.snapshot().memberTraits).toMatchObject([{ at: since + day }])
  house.at += day
  note(house, 2, 'IP', hashOf(1))
  expect([shares(1, since), shares(2, since), shares(2, since + day + 1), shares(3, since)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  note(house, 3, 'IP', hashOf(1))
  expect([shares(1, since), shares(1, since, 3)]).toEqual([false, true])
})
