import { expect, test } from 'vitest'
import { lineFaultWords, linesOfCsv } from './csv.ts'

const day = '2026-11-22'
const header = 'providerRef,reference,kind,amount,fee,at,valueDate'
const at = '2026-11-22T09:00:00+09:00'
const good = `20261122001,D7,deposit,1000000,0,${at},${day}`
const line = {
  providerRef: '20261122001',
  reference: 'D7',
  kind: 'deposit',
  amount: '1000000',
  fee: '0',
  at: Date.parse(at),
  valueDate: day,
}

test.each([
  ['as it is', `${header}\n${good}`],
  ['CRLF, a byte order mark and empty last lines', `\uFEFF${header}\r\n${good}\r\n\r\n`],
  ['quotes and grouped digits', `${header}\n"20261122001","D7",deposit,"1,000,000",0,${at},${day}`],
  ['decimals of nothing', `${header}\n20261122001,D7,deposit,1000000.00,0,${at},${day}`],
  ['semicolons, named by the first line', `sep=;\n${header.replaceAll(',', ';')}\n${good.replaceAll(',', ';')}`],
  ['tabs', `${header.replaceAll(',', '\t')}\n${good.replaceAll(',', '\t')}`],
  ['another offset', `${header}\n${good.replace(at, '2026-11-22T00:00:00Z')}`],
])('a statement reads as it was meant: %s', (_, csv) => {
  expect(linesOfCsv(csv, day)).toMatchObject({ lines: [line] })
})

test.each([
  ['HEADER', 1, good],
  ['HEADER', 1, `${header.replace('fee', 'Fee')}\n${good}`],
  ['COLUMNS', 2, `${header}\n${good},1`],
  ['QUOTES', 2, `${header}\n"20261122001,D7,deposit,1,0,${at},${day}`],
  ['EXPONENT', 3, `${header}\n${good}\n2.02611E+17,D8,deposit,1,0,${at},${day}`],
  ['EXPONENT', 2, `${header}\n1,2.02611E+17,payout,-1,0,${at},${day}`],
  ['EXPONENT', 2, `${header}\n1,20261122.0,payout,-1,0,${at},${day}`],
  ['NUMBER', 2, `${header}\n입금 1,D8,deposit,1,0,${at},${day}`],
  ['NUMBER', 2, `${header}\n1,참조,deposit,1,0,${at},${day}`],
  ['LETTERS', 2, `${header}\n1,\uFFFD\uFFFD,deposit,1,0,${at},${day}`],
  ['KIND', 2, `${header}\n1,D8,income,1,0,${at},${day}`],
  ...['₩1,000,000', '(50,000)', '1,00,000', '1e6', '', '01', '+5', '1.000.000'].map(
    (amount) => ['AMOUNT', 2, `${header}\n1,D8,deposit,"${amount}",0,${at},${day}`] as const,
  ),
  ['AMOUNT', 2, `${header}\n1,D8,deposit,1,0원,${at},${day}`],
  ...['2026-11-22 9:00', '11/22/26', '46348.375', '2026-11-22T09:00:00', '2026-13-22T09:00:00+09:00'].map(
    (time) => ['TIME', 2, `${header}\n1,D8,deposit,1,0,${time},${day}`] as const,
  ),
  ['DAY', 2, `${header}\n1,D8,deposit,1,0,2025-11-22T09:00:00+09:00,${day}`],
  ['DAY', 2, `${header}\n1,D8,deposit,1,0,2026-11-21T14:59:59Z,${day}`],
  ['VALUE_DATE', 2, `${header}\n1,D8,deposit,1,0,${at},46348`],
  ['VALUE_DATE', 2, `${header}\n1,D8,deposit,1,0,${at},2026-11-23`],
  ['VALUE_DATE', 2, `${header}\n1,D8,deposit,1,0,${at},2025-11-22`],
  ['TWICE', 3, `${header}\n${good}\n${good}`],
  ['TWICE', 3, `${header}\n${good}\n${good.replace('1000000', '2000000')}`],
] as const)(
  'a statement with a line that is wrong is refused whole, by the reason and the line: %s',
  (fault, at, csv) => {
    expect(linesOfCsv(csv, day)).toEqual({ faults: [{ fault, at }] })
    expect(lineFaultWords[fault].ko).not.toBe('')
  },
)

test('a line after an empty one and within quotes is counted as a spreadsheet counts it', () => {
  const csv = `${header}\n\n"2026\n1",,deposit,1,0,${at},${day}\n9,D9,deposit,x,0,${at},${day}`
  expect(linesOfCsv(csv, day)).toEqual({
    faults: [
      { fault: 'NUMBER', at: 3 },
      { fault: 'AMOUNT', at: 5 },
    ],
  })
})

test('every line that is wrong is told, each with its first fault', () => {
  const csv = `${header}\n${good}\n1,,income,1,0,${at},${day}\n2,,deposit,x,0,${at},${day}\n${good}`
  expect(linesOfCsv(csv, day)).toEqual({
    faults: [
      { fault: 'KIND', at: 3 },
      { fault: 'AMOUNT', at: 4 },
      { fault: 'TWICE', at: 5 },
    ],
  })
})

const columns = { at: '거래일시', moneyIn: '입금액', moneyOut: '출금액', reference: '적요', providerRef: '거래번호' }

test.each([
  ['two amounts', '거래번호,거래일시,적요,입금액,출금액,잔액\n77,2026.11.22 09:00:00,D7,"1,000,000원",0,5', columns],
  [
    'lines above the head',
    '우리은행 거래내역\n조회일,2026-11-22\n\n거래번호;거래일시;적요;입금액;출금액\n77;2026-11-22 9:00;D7;1000000;'.replaceAll(
      ',',
      ';',
    ),
    columns,
  ],
  [
    'one signed amount, day and time apart',
    '일자\t시간\t금액\t메모\t번호\n20261122\t090000\t+1000000\tD7\t77',
    { at: '일자', time: '시간', amount: '금액', reference: '메모', providerRef: '번호' },
  ],
])('a bank’s own file reads by its columns: %s', (_, csv, named) => {
  expect(linesOfCsv(csv, day, named)).toMatchObject({ lines: [{ ...line, providerRef: '77' }] })
})

test('money that went out is a payout below zero; a line with both amounts, and a head without the columns, are told', () => {
  const head = '거래번호,거래일시,적요,입금액,출금액'
  const out = linesOfCsv(`${head}\n78,2026-11-22 10:00:00,,0,"50,000"`, day, columns)
  expect(out).toMatchObject({ lines: [{ kind: 'payout', amount: '-50000', fee: '0', valueDate: day }] })
  expect(linesOfCsv(`${head}\n78,2026-11-22 10:00:00,,1,2`, day, columns)).toEqual({
    faults: [{ fault: 'AMOUNT', at: 2 }],
  })
  expect(linesOfCsv('a,b\n1,2', day, columns)).toEqual({ faults: [{ fault: 'MAPPED', at: 1 }] })
})
