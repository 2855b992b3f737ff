import { expect, test } from 'vitest'
import { futuresBalance } from './futures-balance.ts'

const cross = {
  playerPoint: '900.00000000',
  minusFundingFee: '-0.50000000',
  markPnl: '-43.95000000',
  isolatedPnl: '-30.00000000',
  available: '700.25000000',
  posted: '1000.00000000',
  gameWaitPoint: '250.00000000',
}

test('the futures wallet is cross equity, what is isolated with its result, and what is leaving', () => {
  expect(futuresBalance(cross, { pendingOut: '5' })).toEqual({
    realPoint: '855.55000000',
    point: '855.55000000',
    available: '700.25000000',
    isolated: '100.00000000',
    waiting: '255.00000000',
    all: '930.55000000',
  })
})
test('a wallet that the sign-in reply brought says nothing of what is leaving, and is shown', () => {
  expect(futuresBalance(cross, {})).toMatchObject({ waiting: '250.00000000', all: '925.55000000' })
})
test('a loss beyond the cross account is shown as nothing; what is isolated stays', () => {
  const ruined = futuresBalance({ ...cross, markPnl: '-1000', available: '-80' }, { pendingOut: '0' })
  expect(ruined).toMatchObject({
    realPoint: '-100.50000000',
    point: '0.00000000',
    available: '0.00000000',
    isolated: '100.00000000',
  })
})
