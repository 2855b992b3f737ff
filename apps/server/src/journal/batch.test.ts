import { type HouseRow, InvariantBroken, noRows, type PostingRow } from '@maru/core'
import { expect, test } from 'vitest'
import { type Changes, collectRows } from './batch.ts'

const changesOf = (rows: Partial<Changes['rows']>, before: Partial<Changes['before']> = {}): Changes => ({
  rows: { ...noRows, ...rows },
  before: { ...noRows, ...before },
})

const postings = (...legs: readonly (readonly [txnId: number, currency: string, amount: bigint])[]): Changes =>
  changesOf({ postings: legs.map(([txnId, currency, amount]) => ({ txnId, currency, amount }) as PostingRow) })

test('postings of each transaction sum to zero in each currency, or they do not leave memory', () => {
  const rows = collectRows()
  const right = postings(
    [7, 'KRW', 5n],
    [7, 'USDT', -2n],
    [7, 'KRW', -5n],
    [7, 'USDT', 2n],
    [8, 'KRW', 1n],
    [8, 'KRW', -1n],
  )
  rows.add(right)
  expect(rows.rowsOf('postings')).toEqual(right.rows.postings)
  for (const wrong of [
    // Only the last leg is wrong.
    postings([7, 'KRW', 5n], [7, 'KRW', -5n], [8, 'KRW', 1n], [8, 'KRW', -2n]),
    // Two wrong transactions, or currencies, that make up for one another.
    postings([7, 'KRW', 5n], [7, 'KRW', -4n], [8, 'KRW', 1n], [8, 'KRW', -2n]),
    postings([7, 'KRW', 5n], [7, 'USDT', -5n]),
    postings([7, 'KRW', 0n], [7, 'KRW', 3n]),
    postings([7, 'KRW', 3n]),
  ])
    expect(() => collectRows().add(wrong)).toThrow(InvariantBroken)
})

test('a row that changed twice is written once: in its newest form, beside its form before the batch', () => {
  const rowOf = (sub: string, balance: bigint): HouseRow => ({
    siteId: 1,
    account: 'PNL_ROUND',
    sub,
    currency: 'KRW',
    balance,
  })
  const rows = collectRows()
  rows.add(changesOf({ house: [rowOf('', 2n), rowOf('other', 0n)] }, { house: [rowOf('', 1n), null] }))
  rows.add(changesOf({ house: [rowOf('other', 5n), rowOf('', 3n)] }, { house: [rowOf('other', 0n), rowOf('', 2n)] }))
  expect(rows.rowsOf('house')).toEqual([rowOf('', 3n), rowOf('other', 5n)])
  expect(rows.beforeOf('house')).toEqual([rowOf('', 1n), null])
  expect([rows.effects, rows.size]).toEqual([4, 2])
})
