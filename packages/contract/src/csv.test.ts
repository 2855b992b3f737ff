import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

/** Reads a line as RFC 4180 says. */
const read = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

test('a file holds each cell to the last digit: phones, long numbers, decomposed syllables and line breaks', () => {
  const cells = [
    '+821012345678',
    '-0.00000001',
    '0011234567890123456',
    '999999999999',
    '홍길동'.normalize('NFD'),
    '🙂',
    '"a,b"',
    'one\r\ntwo',
    '',
  ]
  expect(read(csvLine(cells))).toEqual(cells)
})

test('no cell runs as a formula where the file is opened', () => {
  const cells = [
    '=HYPERLINK("http://x","y")',
    '-1+1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '\u200b=1',
    '+82 10 1234 5678',
  ]
  expect(read(csvLine(cells))).toEqual(cells.map((cell) => `'${cell}`))
})
