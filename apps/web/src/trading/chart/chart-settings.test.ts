import { expect, test } from 'vitest'
import { defaultChartSettings, readChartSettings } from './chart-settings.ts'

test('a chart that was never set is the default one', () => {
  expect(readChartSettings(null)).toEqual(defaultChartSettings)
})

test('broken settings fall back field by field', () => {
  for (const broken of ['nonsense', 'null', '[]', '3', '{"ma":7,"macd":null,"interval":"2m"}'])
    expect(readChartSettings(broken)).toEqual(defaultChartSettings)
  const stored = {
    interval: '1h',
    volume: 'x',
    ma: { on: false, periods: [5, -1, 1e9] },
    rsi: { on: true, period: 2.5 },
    bollinger: { multiple: 40, period: 30 },
  }
  expect(readChartSettings(JSON.stringify(stored))).toEqual({
    ...defaultChartSettings,
    interval: '1h',
    ma: { on: false, periods: [5, 25, 99] },
    rsi: { on: true, period: 14 },
    bollinger: { on: false, period: 30, multiple: 2 },
  })
})
