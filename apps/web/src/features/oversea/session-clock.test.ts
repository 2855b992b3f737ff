import { expect, test } from 'vitest'
import { exchangeTime, phaseOf } from './session-clock.tsx'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const session = {
  tradingDay: '2026-11-18',
  openAt: kst('2026-11-18T08:00:00'),
  closeAt: kst('2026-11-19T06:00:00'),
}

test('a session counts down to its close, a rest to the next opening', () => {
  const noon = kst('2026-11-18T12:00:00')
  expect(phaseOf({ isRest: false, session }, noon)).toEqual({ text: 'untilClose', left: 18 * 3_600_000 })
  expect(phaseOf({ isRest: true, session }, session.openAt - 60_000)).toEqual({ text: 'untilOpen', left: 60_000 })
})

test('of a halt, and of a session without a rate, nobody says when it ends', () => {
  expect(phaseOf({ isRest: true, session }, session.openAt + 1)).toEqual({ text: 'waitsForOpening', left: null })
  expect(phaseOf({ isRest: true, session: null }, session.openAt)).toEqual({ text: null, left: null })
})

test('the exchange’s clock follows its daylight saving', () => {
  expect(exchangeTime(kst('2026-07-01T12:00:00'))).toBe('22:00')
  expect(exchangeTime(kst('2026-12-01T12:00:00'))).toBe('21:00')
})
