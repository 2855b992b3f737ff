import { expect, test } from 'vitest'
import { OutageWatch } from './outages.ts'

/** A watch on a clock that the test moves; the domain clock runs `speed` times as fast. */
function watched(speed = 1) {
  let passed = 0
  const watch = new OutageWatch(
    () => 1_000_000 + passed * speed,
    () => passed,
  )
  return {
    watch,
    pass(ms: number) {
      passed += ms
    },
  }
}

test('A: an event loop that stood for more than 3 s is an outage from its last turn to its next', () => {
  const { watch, pass } = watched()
  pass(3_000)
  watch.look(null)
  expect(watch.take()).toEqual([])
  pass(20_000)
  watch.look(null)
  expect(watch.take()).toEqual([{ from: 1_003_000, to: 1_023_000, isLonger: false }])
  pass(100)
  watch.look(null)
  expect(watch.hasNews).toBe(false)
})

test('A: a batch that is not durable after 3 s is one while it lasts, told again each second, and once more at its end', () => {
  const { watch, pass } = watched()
  const sent = watch.now()
  const told: (readonly [to: number, isLonger: boolean])[] = []
  for (let n = 0; n < 50; n++) {
    pass(100)
    watch.look(sent)
    for (const { from, to, isLonger } of watch.take()) {
      expect(from).toBe(1_000_000)
      told.push([to - from, isLonger])
    }
  }
  expect(told).toEqual([
    [3_100, false],
    [4_100, true],
  ])
  pass(50)
  watch.answered(sent)
  expect(watch.take()).toEqual([{ from: 1_000_000, to: 1_005_050, isLonger: true }])
})

test('a batch that is durable within 3 s is none', () => {
  const { watch, pass } = watched()
  const sent = watch.now()
  pass(3_000)
  watch.look(sent)
  watch.answered(sent)
  expect(watch.take()).toEqual([])
})

test('a domain clock that runs fast makes no outage: members wait on their own clock', () => {
  const { watch, pass } = watched(600)
  for (let n = 0; n < 20; n++) {
    const sent = watch.now()
    pass(1_000)
    watch.look(sent)
    watch.answered(sent)
  }
  expect(watch.hasNews).toBe(false)
})

test('what a new core knows by itself is not told to it', () => {
  const { watch, pass } = watched()
  pass(10_000)
  watch.look(null)
  pass(10_000)
  watch.forget()
  watch.look(null)
  expect(watch.take()).toEqual([])
})
