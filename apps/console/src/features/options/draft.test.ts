import { settingText } from '@maru/contract/setting-text'
import { expect, test } from 'vitest'
import { draftOf, dropDraft, edit, editedOf, itemsOf, nameOfRow, pendingOf, readEdited } from './draft.ts'
import type { Keys, NamedKey, NamedRow } from './named.ts'
import type { Line } from './tables.ts'

const key = (name: string, parts: Partial<NamedKey> = {}): NamedKey => ({
  key: name,
  name,
  unit: '',
  type: 'whole',
  min: 0,
  max: 1_000_000,
  ...parts,
})
const taker = key('takerPpm', { unit: 'ppm' })
const stop = key('isStop', { type: 'flag', min: null, max: null })
const pauses = key('pauses', { type: 'pauses', min: null, max: null })
const brackets = key('brackets', { type: 'brackets', min: null, max: null })
const fee = key('withdrawFee', { type: 'amount', unit: 'won', min: '0', max: '9223372036854775807' })
const keys: Keys = { site: [], money: [fee], round: [], futures: [taker, stop, pauses, brackets], oversea: [] }

const perpetual: NamedRow = {
  scope: 'futures',
  optionId: 1,
  name: '비트코인 무기한',
  values: {
    takerPpm: 400,
    isStop: false,
    pauses: [],
    brackets: [{ notionalCap: '5000000000000', maxLeverage: 100, mmrPpm: 4_000, cum: '0' }],
  },
  defaults: {},
  version: 7,
  since: null,
}
const money: NamedRow = { ...perpetual, scope: 'money', optionId: null, values: { withdrawFee: '1000' }, version: 0 }
const rows = [money, perpetual]
const pending = (draft: Parameters<typeof pendingOf>[2]) => pendingOf(rows, keys, draft)

test('what was typed back to what holds is no change', () => {
  expect(pending({ 'futures:1': { takerPpm: '0.04', isStop: false, pauses: [] } })).toEqual([])
  expect(pending({ 'futures:1': { takerPpm: '0.040' } })).toEqual([])
})

test('what cannot be sent stays in the set without a value', () => {
  for (const text of ['', '-1', '0.00001', 'x', '101'])
    expect(pending({ 'futures:1': { takerPpm: text } })).toMatchObject([{ before: 400, value: undefined }])
})

test('a set has one item for each row, with the version that was looked at, in the order of the page', () => {
  const set = pending({ 'futures:1': { takerPpm: '0.05', isStop: true }, 'money:': { withdrawFee: '2,000' } })
  expect(itemsOf(set)).toEqual([
    { scope: 'money', optionId: null, version: 0, changes: { withdrawFee: '2000' } },
    { scope: 'futures', optionId: 1, version: 7, changes: { takerPpm: 500, isStop: true } },
  ])
})

test('keys and rows that are gone from the page are left out', () => {
  expect(pending({ 'futures:1': { gone: '1' }, 'futures:2': { takerPpm: '0.05' } })).toEqual([])
})

test('a draft belongs to a site: an edit elsewhere begins a new one, and an edit that is taken back leaves nothing', () => {
  edit(1, 'futures:1', 'takerPpm', '0.05')
  edit(1, 'futures:1', 'isStop', true)
  edit(1, 'futures:1', 'takerPpm', undefined)
  expect(draftOf(1)).toEqual({ 'futures:1': { isStop: true } })
  expect(draftOf(2)).toEqual({})
  edit(2, nameOfRow(money), 'withdrawFee', '2000')
  expect([draftOf(1), draftOf(2)]).toEqual([{}, { 'money:': { withdrawFee: '2000' } }])
  edit(2, 'money:', 'withdrawFee', undefined)
  expect(draftOf(2)).toEqual({})
  edit(2, 'money:', 'withdrawFee', '3000')
  dropDraft()
  expect(draftOf(2)).toEqual({})
})

test('pauses are edited by day and time, and read back to the same bits and minutes', () => {
  const value = [
    { days: 0b1111111, from: 120, to: 150 },
    { days: 0b1100000, from: 0, to: 1_440 },
  ]
  const lines = editedOf(value, pauses) as readonly Line[]
  expect(lines[1]).toEqual({
    월: false,
    화: false,
    수: false,
    목: false,
    금: false,
    토: true,
    일: true,
    from: '00:00',
    to: '24:00',
  })
  expect(readEdited(lines, pauses)).toEqual(value)
  expect(settingText(value, pauses)).toBe('매일 02:00–02:30 / 토일 00:00–24:00')
  expect(settingText([], pauses)).toBe('없음')
  for (const bad of [{ from: '2시' }, { from: '02:30' }, { to: '24:01' }, { from: '01:60' }])
    expect(readEdited([{ ...lines[0], ...bad } as Line], pauses)).toBeUndefined()
  expect(readEdited([{ ...lines[1], 토: false, 일: false } as Line], pauses)).toBeUndefined()
})

test('what brackets take off follows from the lines before', () => {
  const [first] = editedOf(perpetual.values['brackets'], brackets) as readonly Line[]
  expect(first).toEqual({ notionalCap: '50000', maxLeverage: '100', mmrPpm: '0.4', cum: '0' })
  const second = { notionalCap: '250000', maxLeverage: '75', mmrPpm: '0.5', cum: 'x' }
  expect(readEdited([first!, second], brackets)).toEqual([
    { notionalCap: '5000000000000', maxLeverage: 100, mmrPpm: 4_000, cum: '0' },
    { notionalCap: '25000000000000', maxLeverage: 75, mmrPpm: 5_000, cum: '5000000000' },
  ])
  expect(readEdited([{ ...first!, mmrPpm: '' }], brackets)).toBeUndefined()
})

test('values are shown in the unit of a person', () => {
  expect(settingText(400, taker)).toBe('0.04%')
  expect(settingText('1234567', fee)).toBe('1,234,567 원')
  expect([settingText(true, stop), settingText(undefined, taker)]).toEqual(['켜짐', '없음'])
})
