import { expect, test } from 'vitest'
import { isNews, reasonOfCancel } from './notices.ts'

test('an order that ended with its position is no news; one that a smaller position left too large is, with its reason', () => {
  expect(isNews('ORDER_CANCEL', { reason: 'POSITION_CLOSED' })).toBe(false)
  expect(isNews('ORDER_CANCEL', { reason: 'POSITION_REDUCED' })).toBe(true)
  expect(reasonOfCancel('POSITION_REDUCED')).toBe('남은 포지션 수량을 초과해 취소')
  expect(reasonOfCancel('MEMBER')).toBeNull()
})
