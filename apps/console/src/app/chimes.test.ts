import type { Alarm } from '@maru/contract'
import { expect, test } from 'vitest'
import { soundKinds } from '../session/sound-choice.ts'
import { isHeard, type WaitingCounts } from './chimes.ts'

const none = Object.fromEntries(soundKinds.map((kind) => [kind, 0])) as WaitingCounts
const alarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: 1,
  kind: 'DEPOSIT',
  subject: '7',
  raisedAt: 1,
  takenBy: null,
  takenByName: null,
  takenAt: null,
  ...more,
})
const quiet = { before: none, now: none, alarms: [], chosen: soundKinds, silentMs: 0 }

test('one more that waits chimes, of the kinds that were chosen alone', () => {
  for (const kind of soundKinds) {
    const now = { ...none, [kind]: 1 }
    expect([kind, isHeard({ ...quiet, now })]).toEqual([kind, true])
    expect([kind, isHeard({ ...quiet, now, chosen: soundKinds.filter((one) => one !== kind) })]).toEqual([kind, false])
    expect([kind, isHeard({ ...quiet, before: now, now })]).toEqual([kind, false])
  }
})

test('what nobody has taken chimes again each minute; what somebody took does not', () => {
  const waiting = { ...quiet, alarms: [alarm()] }
  expect(isHeard({ ...waiting, silentMs: 59_999 })).toBe(false)
  expect(isHeard({ ...waiting, silentMs: 60_000 })).toBe(true)
  expect(isHeard({ ...waiting, silentMs: 60_000, chosen: ['CHAT'] })).toBe(false)
  expect(
    isHeard({ ...quiet, silentMs: 60_000, alarms: [alarm({ takenBy: 1104, takenByName: '이재무', takenAt: 2 })] }),
  ).toBe(false)
})
