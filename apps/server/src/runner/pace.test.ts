import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** A pace after batches that followed each other, each of `rows` rows in `ms`. */
function after(batches: readonly { readonly rows: number; readonly ms: number }[]): Pace {
  const pace = new Pace()
  let at = 1_000
  for (const { rows, ms } of batches) {
    pace.durable({ rows, openedAt: at, at: at + ms })
    at += ms
  }
  return pace
}
const times = (count: number, batch: { readonly rows: number; readonly ms: number }) =>
  Array<typeof batch>(count).fill(batch)

test('before anything is known a batch has room for 125 rows', () => {
  expect(new Pace().shortRows).toBe(125)
})

test('room is what 1.2 milliseconds have sufficed for, beside what a batch costs without rows', () => {
  const calm = times(100, { rows: 5, ms: 4 })
  // 200 rows in 5.5 ms, of which four are the batch's own: 0.0075 ms a row.
  expect(after([...calm, ...times(100, { rows: 200, ms: 5.5 })]).shortRows).toBe(160)
  expect(after([...calm, ...times(100, { rows: 200, ms: 5.2 })]).shortRows).toBe(200)
  expect(after([...calm, ...times(100, { rows: 200, ms: 4.8 })]).shortRows).toBe(300)
})

test('a fast machine does not make batches that others wait long for, a slow one still does some work', () => {
  expect(after(times(200, { rows: 400, ms: 2 })).shortRows).toBe(500)
  expect(after(times(200, { rows: 400, ms: 400 })).shortRows).toBe(120)
})

test('a single pause of the machine changes little, and is forgotten', () => {
  const steady = times(100, { rows: 250, ms: 3.5 })
  const before = after(steady).shortRows
  const paused = after([...steady, { rows: 250, ms: 3_000 }])
  expect(paused.shortRows).toBeGreaterThan(before * 0.7)
  expect(after([...steady, { rows: 250, ms: 3_000 }, ...times(40, { rows: 250, ms: 3.5 })]).shortRows).toBeCloseTo(
    before,
    -1,
  )
})

test('a batch that was opened while another was on its way counts from when that one was durable', () => {
  const pace = new Pace()
  let at = 1_000
  // Each is opened as the one before is sent: 10 ms of waiting are not its own.
  for (let n = 0; n < 200; n += 1) {
    pace.durable({ rows: 300, openedAt: at - 10, at: at + 4 })
    at += 4
  }
  expect(pace.shortRows).toBe(180)
})
