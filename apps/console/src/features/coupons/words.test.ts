import { expect, test } from 'vitest'
import { stateOf } from './words.ts'

test('a coupon is open between its times, while uses are left and nobody has revoked it', () => {
  const coupon = { isRevoked: false, closedAt: null, startsAt: 10, endsAt: 20, uses: 0, maxUses: 1 }
  const state = (change: object, now: number) => stateOf({ ...coupon, ...change } as never, now)
  expect([state({}, 9), state({}, 10), state({}, 20)]).toEqual(['시작 전', '진행 중', '종료'])
  expect(state({ uses: 1 }, 10)).toBe('소진')
  expect(state({ isRevoked: true, uses: 1 }, 10)).toBe('회수')
})
