import { expect, test } from 'vitest'
import { pastFundings } from './funding.ts'
import type { BinanceRest } from './rest.ts'

const noon = 1_800_000_000_000
const good = { symbol: 'BTCUSDT', fundingRate: '0.0001', fundingTime: noon - 3_600_000, markPrice: '60000.5' }
const of = (answer: unknown) =>
  pastFundings({ get: async () => answer } as unknown as BinanceRest, 'BTCUSDT', noon).catch(() => 'refused' as const)

const wrong = [
  undefined,
  null,
  '',
  'x',
  '1e5',
  '-1',
  '-0.5',
  '99999999999999999999',
  '1.2.3',
  -1,
  1.5,
  1e300,
  Number.NaN,
  [],
  {},
  true,
]

test.each(
  (['fundingRate', 'fundingTime', 'markPrice'] as const).flatMap((field) =>
    wrong.map((value) => [field, value] as const),
  ),
)('0: a past funding with %s %j is refused, none, or one whose numbers are numbers', async (field, value) => {
  const told = await of([{ ...good, [field]: value }])
  if (told === 'refused') return
  for (const { at, rate, mark } of told) {
    expect(Number.isSafeInteger(at) && at > 0).toBe(true)
    expect(rate).toMatch(/^-?\d{1,3}(\.\d{1,15})?$/)
    if (mark !== null) expect(mark).toMatch(/^\d{1,12}(\.\d{1,15})?$/)
  }
})

test.each([null, {}, 'x', 5, [null], [5], [[]]])('0: %j is no list of past fundings', async (answer) => {
  expect(await of(answer)).toBe('refused')
})
