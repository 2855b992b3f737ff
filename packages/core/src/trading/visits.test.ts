import { expect, test } from 'vitest'
import { Collector } from '../effects.ts'
import { newState, type Turn } from '../state.ts'
import type { Position } from './state.ts'
import { hasVisits, visitPositions, workVisits } from './visits.ts'

/** What a visit looks at of a position. */
const open = (id: number) => ({ row: { id, closedAt: null as number | null } })
const turn = (call: number): Turn => ({
  at: 0,
  wall: 0,
  nextId: () => 1,
  siteGroup: 'main',
  effects: new Collector(call),
})

test('visits go on in the next turn where one stopped; who closed or began meanwhile is left out or met', () => {
  const state = newState(0)
  const set = new Set([open(1), open(2), open(3)])
  const met: number[] = []
  visitPositions(state, [set as never], (position: Position, { effects }) => {
    met.push(position.row.id)
    effects.add('postings', {} as never)
  })
  workVisits(state, 1, turn(1))
  expect(met).toEqual([1])
  for (const position of set)
    if (position.row.id === 2) {
      position.row.closedAt = 1
      set.delete(position)
    }
  set.add(open(4))
  workVisits(state, 100, turn(2))
  expect(met).toEqual([1, 3, 4])
  expect(hasVisits(state)).toBe(false)
})
