import { expect, test } from 'vitest'
import { postedOf } from './columns.ts'

const won = (type: 'D' | 'W' | 'E', status: 'REQUESTED' | 'COMPLETED' | 'CANCELED', point: string) => ({
  type,
  status,
  point,
})

test('the changes of the file add up to the wallet: only what was posted counts, and what came back comes back once', () => {
  const rows = [
    won('D', 'COMPLETED', '100000'),
    won('D', 'CANCELED', '50000'),
    won('D', 'REQUESTED', '70000'),
    won('W', 'CANCELED', '30000'),
    won('E', 'COMPLETED', '30000'),
    won('W', 'REQUESTED', '20000'),
  ]
  expect(rows.map(postedOf)).toEqual(['100000', '0', '0', '-30000', '30000', '-20000'])
  expect(rows.map(postedOf).reduce((sum, change) => sum + Number(change), 0)).toBe(80_000)
})
