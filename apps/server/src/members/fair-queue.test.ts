import { expect, test } from 'vitest'
import { FairQueue, QueueFull } from './fair-queue.ts'

/** A queue whose jobs the test ends, in the order in which they began. */
function queueOf(options: { atOnce?: number; mostWaiting?: number; mostWaitingEach?: number } = {}) {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 100, mostWaitingEach: 100, ...options })
  const began: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  return {
    began,
    refused,
    ask(name: string) {
      const who = name.split(' ')[0] as string
      const work = () =>
        new Promise<void>((resolve) => {
          began.push(name)
          ends.push(resolve)
        })
      queue.run(who, work).catch((error: unknown) => {
        expect(error).toBeInstanceOf(QueueFull)
        refused.push(name)
      })
    },
    async endOne() {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

test('those who ask take turns, however much one of them asks', async () => {
  const { ask, began, endOne } = queueOf()
  for (let n = 1; n <= 50; n++) ask(`attacker ${n}`)
  ask('a 1')
  ask('b 1')
  ask('a 2')
  for (let n = 0; n < 7; n++) await endOne()
  expect(began.slice(0, 7)).toEqual(['attacker 1', 'attacker 2', 'a 1', 'b 1', 'attacker 3', 'a 2', 'attacker 4'])
})

test('no more than its number run at once, and all of them do in the end', async () => {
  const { ask, began, endOne } = queueOf({ atOnce: 2 })
  for (let n = 1; n <= 6; n++) ask(`a ${n}`)
  expect(began).toHaveLength(2)
  for (let done = 1; done <= 6; done++) {
    await endOne()
    expect(began).toHaveLength(Math.min(6, 2 + done))
  }
  ask('b 1')
  expect(began.at(-1)).toBe('b 1')
})

test('each has so many places, and in a full queue who takes the most gives one up', async () => {
  const { ask, began, refused, endOne, settled } = queueOf({ mostWaiting: 6, mostWaitingEach: 5 })
  for (let n = 1; n <= 8; n++) ask(`attacker ${n}`)
  await settled()
  expect(refused).toEqual(['attacker 7', 'attacker 8'])
  ask('a 1')
  ask('b 1')
  ask('c 1')
  await settled()
  expect(refused).toEqual(['attacker 7', 'attacker 8', 'attacker 6', 'attacker 5'])
  for (let n = 0; n < 12; n++) await endOne()
  expect(began).toEqual(['attacker 1', 'attacker 2', 'a 1', 'b 1', 'c 1', 'attacker 3', 'attacker 4'])
})

test('a full queue of which nobody has more than another turns the newest away', async () => {
  const { ask, refused, settled } = queueOf({ mostWaiting: 2 })
  for (const name of ['x 1', 'a 1', 'b 1', 'c 1']) ask(name)
  await settled()
  expect(refused).toEqual(['c 1'])
})
