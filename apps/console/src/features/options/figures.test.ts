import { shownFigure } from '@maru/contract/setting-text'
import { expect, test } from 'vitest'
import { rangeOf, readFigure } from './figures.ts'

const whole = (unit: string, min: number, max: number) => ({ type: 'whole', unit, min, max }) as const

test('figures are shown in the unit of a person and read back to the same whole number', () => {
  for (const [unit, value, text] of [
    ['ppm', 400, '0.04'],
    ['ppm', -50_000, '-5'],
    ['bp', 19_000, '1.9'],
    ['ms', 250, '0.25'],
    ['won', 5_000, '5000'],
    ['multiple', 125, '125'],
    ['10^-8', 1_000_000, '1'],
  ] as const) {
    expect(shownFigure(value, unit)).toBe(text)
    expect(readFigure(text, whole(unit, -1_000_000, 2_000_000))).toBe(value)
  }
  const amount = { type: 'amount', unit: 'usdt', min: '0', max: String(2n ** 63n - 1n) } as const
  expect(shownFigure('500000000', 'usdt')).toBe('5')
  expect(readFigure('92,233,720,368.54775807', amount)).toBe('9223372036854775807')
  expect(readFigure('92233720368.54775808', amount)).toBeNull()
})

test('what is no figure, too fine or outside its range is none', () => {
  const payout = whole('bp', 15_000, 19_800)
  for (const text of ['', '2', '1.4999', '1.90001', '1e3', 'abc', '１.9', '--1'])
    expect(readFigure(text, payout)).toBeNull()
  expect(rangeOf(payout)).toBe('1.5–1.98')
  expect(rangeOf(whole('turns', 1, 2 ** 31 - 1))).toBe('1 이상')
})
