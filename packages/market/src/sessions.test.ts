import { expect, test } from 'vitest'
import { marketInstruments } from './instruments.ts'
import { isResting, kstMidnight, latestSession, nextSession, nextSessionChange, restAround } from './sessions.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const eurusd = marketInstruments.find(({ symbol }) => symbol === 'EURUSD')!
const btc = marketInstruments.find(({ symbol }) => symbol === 'BTCUSDT')!

test.each([
  ['2026-11-18T05:59:59.999', false],
  ['2026-11-18T06:00:00', true],
  ['2026-11-18T06:04:59.999', true],
  ['2026-11-18T06:05:00', false],
  ['2026-11-22T12:00:00', false], // a Sunday
])('demo calendar: at %s KST rest is %s', (at, rest) => {
  expect(isResting('demo', eurusd, kst(at))).toBe(rest)
})

test.each([
  ['2026-11-20T08:00:00', false], // Friday
  ['2026-11-21T05:59:59.999', false], // Saturday: still Friday's session
  ['2026-11-21T06:00:00', true],
  ['2026-11-22T12:00:00', true],
  ['2026-11-23T05:00:00', true], // Monday before the open: Sunday has no session
  ['2026-11-23T07:59:59.999', true],
  ['2026-11-23T08:00:00', false],
  ['2026-11-24T07:00:00', true],
])('real calendar: at %s KST rest is %s', (at, rest) => {
  expect(isResting('real', eurusd, kst(at))).toBe(rest)
})

test('crypto never rests', () => {
  for (const at of ['2026-11-18T06:02:00', '2026-11-22T12:00:00']) expect(isResting('real', btc, kst(at))).toBe(false)
})

test('sessions and rests tile the week', () => {
  const friday = latestSession('real', kst('2026-11-22T12:00:00'))
  expect(friday).toEqual({ openAt: kst('2026-11-20T08:00:00'), closeAt: kst('2026-11-21T06:00:00') })
  expect(nextSession('real', kst('2026-11-22T12:00:00')).openAt).toBe(kst('2026-11-23T08:00:00'))
  expect(nextSessionChange('real', kst('2026-11-20T09:00:00'))).toBe(friday.closeAt)
  expect(nextSessionChange('real', friday.closeAt)).toBe(kst('2026-11-23T08:00:00'))
  expect(restAround('real', eurusd, kst('2026-11-22T12:00:00'))).toEqual({
    from: friday.closeAt,
    to: kst('2026-11-23T08:00:00'),
  })
  expect(kstMidnight(kst('2026-11-20T00:00:00'))).toBe(kst('2026-11-20T00:00:00'))
  expect(kstMidnight(kst('2026-11-20T00:00:00') - 1)).toBe(kst('2026-11-19T00:00:00'))
})
