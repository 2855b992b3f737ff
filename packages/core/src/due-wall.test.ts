import { expect, test } from 'vitest'
import type { Book } from './book.ts'
import { books } from './books.ts'
import { coreOf } from './core.ts'
import { bySystem } from './envelope.ts'
import type { Core } from './port.ts'
import type { State } from './state.ts'
import { emptySnapshot, SITE } from './testing.ts'
import type { Command, Ctx } from './types.ts'

type Clock = 'domain' | 'wall'
interface Alarm {
  readonly name: string
  readonly clock: Clock
  readonly at: number
  /** Set when this one rings. */
  readonly next?: Alarm
}

const DOMAIN = 1_000
const WALL = 9_000_000
const YEAR = 31_536_000_000

/** A house whose members set alarms by either clock; each that rings takes one row. */
class Alarms {
  readonly rung: string[] = []
  at = DOMAIN
  wall = WALL
  /** What a database would hold. */
  #stored: Alarm[] = []
  core: Core
  #id = 1

  constructor() {
    this.core = this.#start()
    this.core.advance(this.ctx(), 100)
  }

  #start = () => coreOf([...books, this.#book()])(emptySnapshot({ options: [], lastBatchAt: this.at }))

  #book(): Book {
    const set = (state: State, alarm: Alarm): void => {
      const heap = alarm.clock === 'wall' ? state.dueWall : state.due
      heap.push(alarm.at, (now, turn) => {
        this.rung.push(alarm.name)
        this.#stored = this.#stored.filter((one) => one !== alarm)
        turn.effects.add('postings', {} as never)
        if (alarm.next) set(now, alarm.next)
      })
    }
    return {
      name: 'alarms',
      commands: {
        setAlarm: {
          actors: ['system'],
          key: 'none',
          run: (state: State, { alarm }: { alarm: Alarm }) => {
            this.#stored.push(alarm)
            set(state, alarm)
            return { status: 200, body: null }
          },
        },
      },
      restore: (state: State) => {
        for (const alarm of this.#stored) set(state, alarm)
      },
    } as unknown as Book
  }

  ctx = (): Ctx => ({ at: this.at, wall: this.wall, nextId: () => this.#id++ })

  set(...alarms: Alarm[]): void {
    for (const alarm of alarms)
      this.core.execute({ kind: 'setAlarm', ...bySystem(SITE), alarm } as unknown as Command, this.ctx())
  }

  /** One turn at these times of the clocks; what rang in it. */
  advance(at: number, wall: number, maxRows = 100): string[] {
    this.at = at
    this.wall = wall
    this.rung.length = 0
    this.core.advance(this.ctx(), maxRows)
    return [...this.rung]
  }

  restart(): void {
    this.core = this.#start()
    this.core.advance(this.ctx(), 100)
  }
}

const wall = (name: string, after: number): Alarm => ({ name, clock: 'wall', at: WALL + after })
const domain = (name: string, after: number, next?: Alarm): Alarm => ({
  name,
  clock: 'domain',
  at: DOMAIN + after,
  ...(next && { next }),
})

test('what is due by the wall clock waits for it, however far the domain clock goes', () => {
  const house = new Alarms()
  house.set(wall('late', 20), wall('early', 10))
  expect(house.core.nextDue()).toEqual({ at: null, wall: WALL + 10 })
  expect(house.advance(DOMAIN + YEAR, WALL + 9)).toEqual([])
  expect(house.core.more(house.ctx())).toBe(false)
  expect(house.core.more({ at: DOMAIN, wall: WALL + 10 })).toBe(true)
  expect(house.advance(DOMAIN + YEAR, WALL + 10)).toEqual(['early'])
  expect(house.core.nextDue()).toEqual({ at: null, wall: WALL + 20 })
  expect(house.advance(DOMAIN + YEAR, WALL + YEAR)).toEqual(['late'])
  expect(house.core.nextDue()).toEqual({ at: null, wall: null })
})

test('what is due by the domain clock waits for it, however far the wall clock goes', () => {
  const house = new Alarms()
  house.set(domain('late', 20), domain('early', 10))
  expect(house.core.nextDue()).toEqual({ at: DOMAIN + 10, wall: null })
  expect(house.advance(DOMAIN + 9, WALL + YEAR)).toEqual([])
  expect(house.core.more({ at: DOMAIN + 9, wall: WALL + YEAR })).toBe(false)
  expect(house.core.more({ at: DOMAIN + 10, wall: WALL })).toBe(true)
  expect(house.advance(DOMAIN + 10, WALL + YEAR)).toEqual(['early'])
})

test('due by both clocks: first by the domain clock, each in order of time and then of arrival', () => {
  const house = new Alarms()
  house.set(wall('w2', 2), wall('w1', 1), domain('d3', 3), wall('w1 too', 1), domain('d1', 1), domain('d1 too', 1))
  expect(house.core.nextDue()).toEqual({ at: DOMAIN + 1, wall: WALL + 1 })
  expect(house.advance(DOMAIN + 5, WALL + 5)).toEqual(['d1', 'd1 too', 'd3', 'w1', 'w1 too', 'w2'])
})

test('what one clock makes due by the other comes in the same turn, the domain clock first again', () => {
  const house = new Alarms()
  const made = domain('made due by the wall clock', 0)
  house.set({ ...wall('w1', 1), next: made }, wall('w2', 2), domain('d1', 1, wall('made due by the domain clock', 3)))
  expect(house.advance(DOMAIN + 1, WALL + 3)).toEqual([
    'd1',
    'w1',
    'made due by the wall clock',
    'w2',
    'made due by the domain clock',
  ])
})

test('a turn stops at its bound of rows between both clocks too, and the next goes on', () => {
  const house = new Alarms()
  house.set(domain('d1', 1), domain('d2', 2), wall('w1', 1), wall('w2', 2))
  expect(house.advance(DOMAIN + 5, WALL + 5, 1)).toEqual(['d1'])
  expect(house.advance(house.at, house.wall, 2)).toEqual(['d2', 'w1'])
  expect(house.core.more(house.ctx())).toBe(true)
  expect(house.advance(house.at, house.wall, 1)).toEqual(['w2'])
  expect(house.core.more(house.ctx())).toBe(false)
})

test('a restart keeps what is due by each clock', () => {
  const house = new Alarms()
  house.set(domain('d1', 10), wall('w1', 10), wall('missed', 5))
  house.wall += 7
  house.restart()
  expect(house.rung).toEqual(['missed'])
  expect(house.core.nextDue()).toEqual({ at: DOMAIN + 10, wall: WALL + 10 })
  expect(house.advance(DOMAIN + 9, WALL + 10)).toEqual(['w1'])
  expect(house.advance(DOMAIN + 10, WALL + 10)).toEqual(['d1'])
})

test('clocks of different speed: each alarm rings at its own time', () => {
  const house = new Alarms()
  house.set(wall('w10', 10), domain('d50', 50), wall('w20', 20), domain('d150', 150))
  const heard: [number, string][] = []
  // The domain clock goes ten times as fast.
  for (let ms = 1; ms <= 20; ms++) for (const name of house.advance(DOMAIN + 10 * ms, WALL + ms)) heard.push([ms, name])
  expect(heard).toEqual([
    [5, 'd50'],
    [10, 'w10'],
    [15, 'd150'],
    [20, 'w20'],
  ])
})

test('a wall clock that is set back stands still in the core: nothing that was due is undone or waits again', () => {
  const house = new Alarms()
  house.set(wall('w10', 10))
  expect(house.advance(DOMAIN, WALL + 9)).toEqual([])
  house.set(wall('w5', 5))
  expect(house.core.more({ at: DOMAIN, wall: WALL - YEAR })).toBe(true)
  expect(house.advance(DOMAIN, WALL - YEAR)).toEqual(['w5'])
  expect(house.advance(DOMAIN, WALL + 10)).toEqual(['w10'])
})
