import { expect, test } from 'vitest'
import { negotiateHeartBeat } from './heart-beat.ts'

test.each([
  ['0,0', 0, 0],
  [undefined, 0, 0],
  ['20000,0', 0, 20_000],
  ['0,5000', 10_000, 0],
  ['5000,30000', 30_000, 10_000],
])('a client that offers %s is sent something every %i ms and sends every %i ms', (offered, sendMs, receiveMs) => {
  expect(negotiateHeartBeat({ sendMs: 10_000, receiveMs: 10_000 }, offered)).toEqual({ sendMs, receiveMs })
})

test.each(['', '1', 'a,b', '-1,0', '1,2,3', '1.5,2', ' 1,2', '9999999999,1'])('%j is no offer', (offered) => {
  expect(negotiateHeartBeat({ sendMs: 10_000, receiveMs: 10_000 }, offered)).toBeNull()
})

test('a server that sends none agrees to none', () => {
  expect(negotiateHeartBeat({ sendMs: 0, receiveMs: 0 }, '100,100')).toEqual({ sendMs: 0, receiveMs: 0 })
})
