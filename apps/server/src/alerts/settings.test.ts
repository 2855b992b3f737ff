import { expect, it } from 'vitest'
import { channelsFor, firstSetting, hears, isQuiet } from './settings.ts'

const kst = (time: string) => Date.parse(`2026-11-23T${time}:00+09:00`)

it('quiet hours are of Korea, from their first minute to the one before their end, also over midnight', () => {
  const night = { from: '23:00', to: '07:00' }
  expect(['22:59', '23:00', '00:00', '06:59', '07:00', '12:00'].map((time) => isQuiet(night, kst(time)))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ])
  const noon = { from: '12:00', to: '13:00' }
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(noon, kst(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(null, kst('03:00'))).toBe(false)
})

it('quiet hours keep device and mailbox silent, but not about liquidation', () => {
  const setting = { ...firstSetting, quiet: { from: '23:00', to: '07:00' } }
  expect([...channelsFor(setting, 'MONEY', kst('03:00'))]).toEqual(['app'])
  expect([...channelsFor(setting, 'MONEY', kst('12:00'))]).toEqual(['app', 'push', 'mail'])
  expect([...channelsFor(setting, 'LIQUIDATION', kst('03:00'))]).toEqual(['app', 'push', 'mail'])
})

it('a kind that is off everywhere is not heard of', () => {
  expect([hears(firstSetting, 'ROUND'), hears(firstSetting, 'PRICE')]).toEqual([false, true])
  expect([...channelsFor(firstSetting, 'ROUND', kst('12:00'))]).toEqual([])
})
