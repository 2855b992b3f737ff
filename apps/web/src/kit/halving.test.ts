import { expect, test } from 'vitest'
import { heldUntil } from './halving.ts'

const windows = [
  { from: 100, until: 200 },
  { from: 300, until: 400 },
]

test('a ticket says until when the window it is in lasts, from its first moment until before its last', () => {
  const at = (now: number) => heldUntil({ windows, sessionEndLeadMs: null }, 150, now)
  expect([99, 100, 199, 200, 300, 400].map(at)).toEqual([null, 200, 200, null, 400, null])
})

test('the end of a session holds too, where the site wants it, and the later of both is told', () => {
  const at = (now: number) => heldUntil({ windows, sessionEndLeadMs: 50 }, 350, now)
  expect([299, 300, 349, 350].map(at)).toEqual([null, 400, 400, 400])
  expect([99, 199, 249].map((now) => heldUntil({ windows, sessionEndLeadMs: 50 }, 250, now))).toEqual([null, 200, 250])
  expect(heldUntil({ windows: [], sessionEndLeadMs: 50 }, 250, 250)).toBeNull()
  expect(heldUntil({ windows: [], sessionEndLeadMs: 50 }, null, 220)).toBeNull()
})
