import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { marketInstruments } from '../instruments.ts'
import { admit } from './symbols.ts'
import { exchangeInfo, listed } from './test-venue.ts'

const recorded = join(import.meta.dirname, '../../../../../shared/data/binance')
const here = existsSync(recorded)
const crypto = marketInstruments.filter(({ kind }) => kind === 'crypto')

test('what the venue trades at our tick size is admitted, with its least notional and its limits', () => {
  const admission = admit(exchangeInfo(5, crypto.map(listed)), crypto)
  expect(admission).toMatchObject({ admitted: crypto, weightPerMinute: 2_400, serverTime: 5 })
  expect(admission.refused.size).toBe(0)
  expect(admission.minNotional.get('MATICUSDT')).toBe('5')
})

test.skipIf(!here)(
  'against the symbols recorded in 2021: other names are refused, finer ticks rounded onto ours',
  () => {
    const info = JSON.parse(readFileSync(join(recorded, 'rest/exchangeInfo.2021-07-22.our11.trimmed.json'), 'utf8'))
    const { admitted, refused, grids } = admit(info, crypto)
    // 0.01 then, 0.1 now.
    expect(grids.get('BTCUSDT')!.isFiner).toBe(true)
    expect(grids.get('BTCUSDT')!.units('32000.16')).toBe(320_002)
    expect(grids.get('ETHUSDT')!.isFiner).toBe(false)
    // Renamed since.
    expect(refused.get('EOSUSDT')).toBe('AUSDT is not listed')
    expect(refused.get('MATICUSDT')).toBe('POLUSDT is not listed')
    expect(admitted.map(({ symbol }) => symbol)).toContain('ETHUSDT')
    expect(admitted.length + refused.size).toBe(11)
  },
)

test.each([
  ['0.00030', 'MATICUSDT has a tick of 0.0003, ours is 0.0001'],
  ['0.001', 'MATICUSDT has a tick of 0.001, ours is 0.0001'],
  ['0', 'MATICUSDT has a tick of 0, ours is 0.0001'],
])('a tick of %s that does not divide ours is refused', (tickSize, reason) => {
  const matic = crypto.find(({ symbol }) => symbol === 'MATICUSDT')!
  const found = listed(matic)
  const filters = [{ filterType: 'PRICE_FILTER', tickSize }, ...found.filters.slice(1)]
  const { refused } = admit(exchangeInfo(5, [{ ...found, filters }]), [matic])
  expect(refused.get('MATICUSDT')).toBe(reason.replace('MATICUSDT', 'POLUSDT'))
})

test.skipIf(!here)("the documentation's exchangeInfo is read", () => {
  const text = readFileSync(join(recorded, 'docs_examples_nautilus/http_futures_market_exchange_info.json'), 'utf8')
  expect(() => admit(JSON.parse(text), crypto)).not.toThrow()
})

test.each([
  [null],
  [[]],
  [{}],
  [{ symbols: 5 }],
  [{ symbols: [5], serverTime: 1 }],
  [{ symbols: [], serverTime: 'x' }],
])('%j is no exchangeInfo', (answer) => {
  expect(() => admit(answer, crypto)).toThrow()
})
