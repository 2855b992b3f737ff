import { describe, expect, test } from 'vitest'
import type { Effects } from '../../src/index.ts'
import { change, drop } from '../tamper.ts'
import { simulateCopies } from './simulation.ts'

/** Runs that meet what a tampered auditor must notice, and everything else. */
const seed = 2
const steps = 4_000

describe('the simulator of copies', () => {
  test('a second run with the same seed gives the same replies and events', () => {
    expect(simulateCopies(11, 1_000).trail).toBe(simulateCopies(11, 1_000).trail)
    expect(simulateCopies(11, 1_000).trail).not.toBe(simulateCopies(12, 1_000).trail)
  })

  test('runs meet copies, closes with the trader, closes that are owed, skips, loss stops, ends at once and crashes', () => {
    const sums = new Map<string, number>()
    for (const one of [1, 2, 3, 4, 5])
      for (const [name, count] of Object.entries(simulateCopies(one, steps).counts))
        sums.set(name, (sums.get(name) ?? 0) + count)
    const names = ['fanOuts', 'copies', 'copyCloses', 'skips', 'owed', 'lossStops', 'cuts', 'crashes', 'liquidations']
    for (const name of names) expect(sums.get(name), name).toBeGreaterThan(0)
  })
})

describe('the auditor of copies notices', () => {
  const cases: [string, (effects: Effects) => Effects, RegExp][] = [
    [
      'a copy that is a step too small',
      change('fills', (fill) =>
        fill.orderId === null && !fill.isClose ? { ...fill, qty: fill.qty - 10, quote: (fill.quote * 9n) / 10n } : fill,
      ),
      /too little|price of fill|too small/,
    ],
    [
      'a fan-out that asks for less than was filled',
      change('copyFanOuts', (row) => ({ ...row, quote: row.quote - 1n })),
      /notional that is asked for|opened/,
    ],
    [
      'a copy that nobody made and nobody left out',
      (effects) => ({ ...effects, rows: { ...effects.rows, copySkips: [] } }),
      /nobody said why/,
    ],
    [
      'a copy that was left out for no reason',
      change('copySkips', (row) => ({ ...row, code: 'COPY_LATE' })),
      /has no reason/,
    ],
    [
      'what closed copies came to that is a unit too much',
      change('copyPairs', (row) => ({ ...row, net: row.net + 1n })),
      /net of/,
    ],
    [
      'follows that outlive the liquidation of their trader',
      change('copyTraders', (row) => ({ ...row, cutReason: null })),
      /the follows go on/,
    ],
    [
      'a copy that outlives its lead lot',
      drop((rows) => rows.fills.some(({ orderId, isClose }) => orderId === null && isClose)),
      /has no copy of fan-out|outlived its lead lot|waits for nothing|posted of/,
    ],
  ]
  test.each(cases)('%s', (_name, tamper, message) => {
    expect(() => simulateCopies(seed, steps, tamper)).toThrow(message)
  })

  test('a loss stop that did not come', () => {
    const kept = change('copyFollows', (row) => (row.endReason === 'LOSS_STOP' ? { ...row, endId: null } : row))
    expect(() => {
      for (const one of [1, 2, 3, 4, 5]) simulateCopies(one, steps, kept)
    }).toThrow(/goes on beyond|owed|owes/)
  })

  test('what is owed and is not said to be', () => {
    const paid = change('positions', (row) => ({ ...row, owedClose: 0, owedBy: null }))
    expect(() => {
      for (const one of [1, 2, 3, 4, 5, 6]) simulateCopies(one, steps, paid)
    }).toThrow(/closes with fan-out|outlived its lead lot|book of fill|nobody said why/)
  })
})
