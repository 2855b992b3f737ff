import { expect, test } from 'vitest'
import { defaultOverseaSettings, readOverseaSettings } from './settings.ts'

test('settings that were never stored, or are broken, are the defaults', () => {
  for (const text of [null, 'nonsense', 'null', '[]', '{"confirms":1,"takeProfit":"yes","marketType":"LIQUIDATION"}'])
    expect(readOverseaSettings(text)).toEqual(defaultOverseaSettings)
})
test('settings are read field by field, and nothing else is', () => {
  const kept = { confirms: false, takeProfit: true, marketType: 'STOPMARKET', onlyThis: 'yes', oneTouch: true }
  expect(readOverseaSettings(JSON.stringify(kept))).toEqual({
    ...defaultOverseaSettings,
    confirms: false,
    takeProfit: true,
    marketType: 'STOPMARKET',
  })
})
