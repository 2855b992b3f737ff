import { expect, test } from 'vitest'
import { defaultSettings, readSettings } from './member-settings.ts'

test('settings that were never stored are the defaults', () => {
  expect(readSettings(null)).toEqual(defaultSettings)
  expect(defaultSettings.orderCnt).toEqual([1, 3, 5, 10])
  expect(defaultSettings.tpsl).toEqual({ tp: 10, sl: 10 })
})
test('broken settings fall back field by field', () => {
  expect(readSettings('nonsense')).toEqual(defaultSettings)
  expect(readSettings('null')).toEqual(defaultSettings)
  const stored = { sound: { CANCEL: false, FILLED: 'x' }, tpsl: { tp: 5, sl: 0 }, orderCnt: [1, 2], isAlarm: false }
  expect(readSettings(JSON.stringify(stored))).toEqual({
    ...defaultSettings,
    sound: { SUCCESS: true, CANCEL: false, FILLED: true },
    tpsl: { tp: 5, sl: 10 },
    isAlarm: false,
  })
})
