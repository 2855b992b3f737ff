import { expect, test } from 'vitest'
import { faultOf } from './believable.ts'

const now = 1_800_000_000_000
const btc = { qtyPrecision: 3 }
const of = { instrument: 'BTCUSDT', sourceTs: now }
const messages = {
  trade: { ...of, kind: 'trade', source: 'x', sourceTradeId: '1', recvTs: now, price: 650_000, qty: '0.5' },
  mark: { ...of, kind: 'mark', price: 650_000, fundingRate: '-0.0001', nextFundingTime: now + 1 },
  best: { ...of, kind: 'best', bid: 649_999, ask: 650_000, bidQty: '1', askQty: '2.5' },
  depth: { ...of, kind: 'depth', bids: [[649_999, '1']], asks: [[650_000, '2.5']], u: 1 },
} as const
type Kind = keyof typeof messages

const fault = (kind: Kind, parts: object) =>
  faultOf({ ...messages[kind], ...parts } as (typeof messages)[Kind], btc, (at) => at > now + 1_000)

test('0: what a venue says of its prices is believed, also where a side is empty', () => {
  for (const kind of Object.keys(messages) as Kind[]) expect([kind, fault(kind, {})]).toEqual([kind, null])
  expect(fault('depth', { bids: [], asks: [] })).toBeNull()
  expect(fault('trade', { qty: '0' })).toBeNull()
  expect(fault('mark', { fundingRate: undefined, nextFundingTime: undefined })).toBeNull()
})

const bad = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null, undefined, '650000']
const noQty = ['', '-1', 'NaN', 'Infinity', '1e9', '9999999999999', null, undefined, 5]

test.each([
  ...bad.flatMap((value) => [
    ['trade', { price: value }, 'price'],
    ['mark', { price: value }, 'price'],
    ['best', { bid: value }, 'price'],
    ['best', { ask: value }, 'price'],
    ['depth', { bids: [[value, '1']] }, 'price'],
    [
      'depth',
      {
        asks: [
          [650_000, '1'],
          [value, '1'],
        ],
      },
      'price',
    ],
  ]),
  ...noQty.flatMap((value) => [
    ['trade', { qty: value }, 'quantity'],
    ['best', { bidQty: value }, 'quantity'],
    ['best', { askQty: value }, 'quantity'],
    ['depth', { bids: [[649_999, value]] }, 'quantity'],
  ]),
  ...(['trade', 'mark', 'best', 'depth'] as const).flatMap((kind) =>
    [now + 1_001, Number.NaN, 2 ** 53, null, undefined].map((sourceTs) => [kind, { sourceTs }, 'time']),
  ),
  ['mark', { fundingRate: 'NaN' }, 'rate'],
  ['mark', { fundingRate: null }, 'rate'],
  ['mark', { nextFundingTime: Number.NaN }, 'rate'],
  ['best', { bid: 650_001 }, 'crossed'],
  ['depth', { bids: [[650_001, '1']] }, 'crossed'],
] as [Kind, object, string][])('0: of %s %j makes no price', (kind, parts, expected) => {
  expect(fault(kind, parts)).toBe(expected)
})
