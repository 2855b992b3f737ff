import { expect, test } from 'vitest'
import { defaultFuturesSettings, readFuturesSettings } from './settings.ts'

test('settings that were never stored, or are broken, are the defaults', () => {
  for (const text of [null, 'nonsense', 'null', '{"confirms":1,"tolerance":"7","marketType":"LIQUIDATION"}'])
    expect(readFuturesSettings(text)).toEqual(defaultFuturesSettings)
})
test('settings are read field by field', () => {
  const kept = { confirms: false, confirmsLines: false, tolerance: '0.1', marketType: 'STOPMARKET', onlyThis: 'yes' }
  expect(readFuturesSettings(JSON.stringify(kept))).toEqual({ ...defaultFuturesSettings, ...kept, onlyThis: false })
})
