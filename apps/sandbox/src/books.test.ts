import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Books } from './books.ts'

test('what was told stands in the statements of the next start, and a row that was cut off does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-books-'))
  const file = join(folder, 'books.jsonl')
  const at = Date.parse('2026-11-22T03:00:00Z')
  const first = new Books(file)
  first.add('1 bank', 'KRW', { providerRef: 'p-1', reference: 'D1', kind: 'deposit', amount: '50000', at })
  appendFileSync(file, '{"place":"1 bank","curr')
  const second = new Books(file)
  second.add('1 bank', 'KRW', { providerRef: 'p-2', reference: null, kind: 'deposit', amount: '20000', at })
  for (const books of [second, new Books(file)]) {
    const { opening, closing, lines } = books.statement('1 bank', 'KRW', '2026-11-22', null, at)
    expect([opening, closing, lines.map(({ providerRef }) => providerRef)]).toEqual(['0', '70000', ['p-1', 'p-2']])
  }
  expect(new Books(file).statement('1 bank', 'KRW', '2026-11-23', null, at)).toMatchObject({ opening: '70000' })
  rmSync(folder, { recursive: true })
})
