import { expect, test } from 'vitest'
import { durationText, settingText } from './setting-text.ts'

test('values of the configuration are read in the unit of a person', () => {
  const whole = (unit: string) => ({ type: 'whole', unit }) as const
  const shown = [
    settingText(400, whole('ppm')),
    settingText(19_000, whole('bp')),
    settingText(150, whole('ms')),
    settingText('10000000', { type: 'amount', unit: 'won' }),
    settingText('1000000000000', { type: 'amount', unit: 'usdt' }),
    settingText(false, { type: 'flag', unit: '' }),
    settingText(undefined, whole('multiple')),
  ]
  expect(shown).toEqual(['0.04%', '1.9 배', '0.15 초', '10,000,000 원', '10,000 USDT', '꺼짐', '없음'])
  expect([durationText(86_400_000), durationText(5_400_000), durationText(250)]).toEqual(['1일', '90분', '0.25초'])
})

test('tables are read line by line', () => {
  const of = (type: 'brackets' | 'coins' | 'pauses') => ({ type, unit: '' })
  const bracket = { notionalCap: '5000000000000', maxLeverage: 100, mmrPpm: 4_000, cum: '0' }
  expect(settingText([bracket], of('brackets'))).toBe('≤50,000 100배 0.4%')
  const coin = {
    coin: 'BTC',
    network: 'BTC',
    confirmations: 3,
    withdrawMin: '100000',
    withdrawFee: '20000',
    isOpen: false,
  }
  expect(settingText([coin], of('coins'))).toBe('BTC BTC 확인 3회 최소 0.001 수수료 0.0002 닫힘')
  expect(settingText([{ days: 0b0000101, from: 0, to: 1_440 }], of('pauses'))).toBe('월수 00:00–24:00')
  expect(settingText([], of('pauses'))).toBe('없음')
})
