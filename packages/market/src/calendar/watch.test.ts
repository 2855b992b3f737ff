import { expect, test } from 'vitest'
import { marketInstruments } from '../instruments.ts'
import { SessionWatch } from './watch.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)

/** Everything that opens and closes between two times, as `symbol opens|closes at`. */
function changes(from: string, to: string): string[] {
  const watch = new SessionWatch('real', marketInstruments, kst(from))
  const said: string[] = []
  while (watch.nextAt <= kst(to)) {
    for (const { instrument, at } of watch.advance(kst(to))) {
      const time = new Date(at + 9 * 3_600_000).toISOString().slice(5, 16)
      said.push(`${instrument} ${watch.of(instrument)?.isRest ? 'closes' : 'opens'} ${time}`)
    }
  }
  return said
}

test('instruments close and open in the order of their times, each by its own holidays', () => {
  expect(changes('2026-11-26T12:00:00', '2026-11-27T12:00:00')).toEqual([
    'NAS100 closes 11-27T03:00',
    'SPX500 closes 11-27T03:00',
    'XAUUSD closes 11-27T04:30',
    'EURUSD closes 11-27T06:00',
    'GBPAUD closes 11-27T06:00',
    ...['EURUSD', 'GBPAUD', 'XAUUSD', 'NAS100', 'SPX500'].map((symbol) => `${symbol} opens 11-27T08:00`),
  ])
})

test('nothing is told twice, and nothing before its time', () => {
  const watch = new SessionWatch('real', marketInstruments, kst('2026-11-20T12:00:00'))
  expect(watch.nextAt).toBe(kst('2026-11-21T06:00:00'))
  expect(watch.advance(kst('2026-11-21T06:00:00') - 1)).toEqual([])
  expect(watch.advance(kst('2026-11-21T06:00:00'))).toHaveLength(5)
  expect(watch.advance(kst('2026-11-21T06:00:00'))).toEqual([])
  expect(watch.of('EURUSD')).toMatchObject({ isRest: true, session: { tradingDay: '2026-11-20' } })
  expect(watch.of('BTCUSDT')).toBeNull()
})

test('a market of crypto alone never turns', () => {
  const crypto = marketInstruments.filter(({ kind }) => kind === 'crypto')
  const watch = new SessionWatch('real', crypto, 0)
  expect(watch.nextAt).toBe(Number.POSITIVE_INFINITY)
  expect(watch.advance(Number.MAX_SAFE_INTEGER)).toEqual([])
})
