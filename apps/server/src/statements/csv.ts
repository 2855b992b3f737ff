import type { StatementColumns } from '@maru/contract'
import type { BothLanguages } from '@maru/contract/language'
import { StatementLine } from '@maru/provider-protocol'
import { CsvError, parse } from 'csv-parse/sync'
import { holdsAll, readerOf } from './columns.ts'
import { kstDay } from './days.ts'

const header = ['providerRef', 'reference', 'kind', 'amount', 'fee', 'at', 'valueDate']
const maxLines = 10_000
/** A bank may write so many lines above and below what it lists. */
const mostHeadLines = 30
/** A value date lies at most so many days before its day. */
const maxValueDays = 31

/** What is wrong with a line, in words for who brought the file. */
export const lineFaultWords = {
  HEADER: {
    ko: `첫 줄은 ${header.join(',')} 이어야 합니다`,
    en: `the first line must be ${header.join(',')}`,
  },
  MAPPED: { ko: '고른 열의 이름이 모두 있는 줄이 없습니다', en: 'no line has the names of all chosen columns' },
  COLUMNS: { ko: '칸이 7개가 아닙니다', en: 'it does not have seven columns' },
  QUOTES: { ko: '따옴표의 짝이 맞지 않습니다', en: 'its quotes do not match' },
  TOO_MANY: { ko: `줄이 ${maxLines}개를 넘습니다`, en: `the file has more than ${maxLines} lines` },
  LETTERS: {
    ko: '글자가 깨졌습니다. UTF-8로 저장해 주세요',
    en: 'its letters are damaged. Please save the file as UTF-8',
  },
  EXPONENT: {
    ko: '번호를 스프레드시트가 숫자로 바꾸었습니다. 원본 파일을 올려 주세요',
    en: 'a spreadsheet made a number of the reference. Please use the original file',
  },
  NUMBER: {
    ko: '거래 번호나 참조에 쓸 수 없는 글자가 있습니다',
    en: 'the number or the reference holds characters that it cannot have',
  },
  KIND: {
    ko: '종류는 deposit, payout, return, fee, transfer 중 하나입니다',
    en: 'the kind is deposit, payout, return, fee or transfer',
  },
  AMOUNT: {
    ko: '금액을 읽을 수 없습니다. -50000이나 1,000,000처럼 입력해 주세요',
    en: 'the amount is not readable. Please write it as -50000 or 1,000,000',
  },
  DIGITS: { ko: '통화보다 소수 자리가 많습니다', en: 'an amount has more decimals than the currency' },
  TIME: {
    ko: '시각은 2026-11-22T09:00:00+09:00처럼 시간대까지 입력해 주세요',
    en: 'the time needs its offset, as 2026-11-22T09:00:00+09:00',
  },
  DAY: { ko: '시각이 이 거래 내역의 날짜가 아닙니다', en: 'the time is of another day than the statement' },
  VALUE_DATE: {
    ko: `기산일은 2026-11-22처럼 적고, 그날이나 그 전 ${maxValueDays}일 안이어야 합니다`,
    en: `the value date is written as 2026-11-22 and lies on the day or up to ${maxValueDays} days before it`,
  },
  TWICE: { ko: '같은 번호의 줄이 앞에 있습니다', en: 'a line before it has the same number' },
  STORED: { ko: '확정된 날에 이미 있는 줄입니다', en: 'a final day holds this line already' },
} as const satisfies Readonly<Record<string, BothLanguages>>
export type LineFault = keyof typeof lineFaultWords

type Line = StatementLine
/** What is wrong, and on which line of the file, counted from 1 with the header. */
export interface FaultAt {
  readonly fault: LineFault
  readonly at: number
}
/** A file and the line of it where each of its lines begins; or its faults, the first of each line. */
export type ParsedCsv =
  | { readonly lines: Line[]; readonly places: readonly number[] }
  | { readonly faults: readonly FaultAt[] }

/**
 * Reads the lines of a day from CSV (RFC 4180; separated by commas, semicolons or tabs): the header as above or the `columns` of a bank's
 * own file, then one line each, `at` in ISO 8601 with its offset and on the day in Korea. `reference` may be empty, and so may `providerRef`: such a line is named by its day,
 * time and amount. Identical lines without a reference are as many movements: each after the first is numbered.
 */
export function linesOfCsv(csv: string, day: string, columns: StatementColumns | null = null): ParsedCsv {
  const rows = rowsOf(csv, columns)
  if ('fault' in rows) return { faults: [rows] }
  const lines: Line[] = []
  const faults: FaultAt[] = []
  const seen = new Map<string, { readonly text: string; count: number }>()
  for (const { fields, at } of rows.rows) {
    const line = lineOf(fields, day)
    if (typeof line === 'string') {
      faults.push({ fault: line, at })
      continue
    }
    const name = `${line.kind} ${line.providerRef}`
    const text = JSON.stringify(line)
    const equal = seen.get(name)
    if (equal === undefined) {
      seen.set(name, { text, count: 1 })
      lines.push(line)
      continue
    }
    if (equal.text !== text || line.reference !== null) {
      faults.push({ fault: 'TWICE', at })
      continue
    }
    equal.count += 1
    lines.push({ ...line, providerRef: `${line.providerRef}#${equal.count}` })
  }
  return faults.length > 0 ? { faults } : { lines, places: rows.rows.map(({ at }) => at) }
}

interface Row {
  readonly fields: readonly string[]
  readonly at: number
}

/** The rows after the header, each with the line where it begins. */
function rowsOf(csv: string, columns: StatementColumns | null): { readonly rows: readonly Row[] } | FaultAt {
  // A spreadsheet names its separator so.
  const named = /^\uFEFF?sep=[,;\t]\r?\n/.exec(csv)?.[0] ?? ''
  const text = csv.slice(named.length)
  const before = named === '' ? 0 : 1
  const found = columns === null ? ownRows(text, before) : mappedRows(text, before, columns)
  if ('fault' in found) return found
  return found.rows.length > maxLines ? { fault: 'TOO_MANY', at: found.rows.at(-1)!.at } : found
}

function ownRows(text: string, before: number): { readonly rows: readonly Row[] } | FaultAt {
  const noHeader = { fault: 'HEADER', at: 1 + before } as const
  const delimiter = delimiters.find((one) => text.replace(/^\uFEFF/, '').startsWith(`${header[0]}${one}`))
  if (delimiter === undefined) return noHeader
  const parsed = recordsOf(text, delimiter, before)
  if ('fault' in parsed) return parsed
  const [first, ...rows] = parsed.rows
  return first?.fields.join() === header.join() ? { rows } : noHeader
}

/** The rows of a bank's own file below the first line that holds the names of all columns, in the order of our header. */
function mappedRows(
  text: string,
  before: number,
  columns: StatementColumns,
): { readonly rows: readonly Row[] } | FaultAt {
  for (const delimiter of delimiters) {
    const parsed = recordsOf(text, delimiter, before)
    if ('fault' in parsed) continue
    const head = parsed.rows.findIndex(({ fields }) => holdsAll(fields, columns))
    if (head < 0) continue
    const read = readerOf(parsed.rows[head]!.fields, columns)
    return { rows: parsed.rows.slice(head + 1).map(({ fields, at }) => ({ fields: read(fields), at })) }
  }
  return { fault: 'MAPPED', at: 1 + before }
}

const delimiters = [',', ';', '\t']

/** All records of a text, each with the line where it begins. */
function recordsOf(text: string, delimiter: string, before: number): { readonly rows: readonly Row[] } | FaultAt {
  try {
    const parsed = parse(text, {
      ...{ bom: true, delimiter, info: true, trim: true, skip_empty_lines: true, to: maxLines + mostHeadLines },
      relax_column_count: true,
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[]
    const rows = parsed.map(({ record, info }) => ({
      fields: record,
      at: info.lines - record.join('').split('\n').length + 1 + before,
    }))
    return { rows }
  } catch (error) {
    if (error instanceof CsvError)
      return { fault: 'QUOTES', at: 1 + Number(error['records']) + Number(error['empty_lines']) + before }
    throw error
  }
}

function lineOf(fields: readonly string[], day: string): Line | LineFault {
  if (fields.length !== header.length) return 'COLUMNS'
  if (fields.some((field) => field.includes('\uFFFD'))) return 'LETTERS'
  const [given, reference, kind, amountText, feeText, time, valueDate] = fields as [string, ...string[]]
  const [amount, fee] = [amountOf(amountText!), amountOf(feeText!)]
  if (isSpreadsheetNumber(given) || isSpreadsheetNumber(reference!)) return 'EXPONENT'
  if (amount === null || fee === null) return 'AMOUNT'
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(time!) ? Date.parse(time!) : Number.NaN
  if (Number.isNaN(at)) return 'TIME'
  const providerRef = given === '' ? `${day}/${at}/${amount}/${fee}` : given
  const parts = { providerRef, reference: reference === '' ? null : reference, kind, amount, fee, at, valueDate }
  const line = StatementLine.safeParse(parts)
  if (!line.success) return faultOf[line.error.issues[0]!.path[0] as keyof typeof faultOf]
  if (kstDay(at) !== day) return 'DAY'
  const late = Date.parse(day) - Date.parse(line.data.valueDate)
  return late < 0 || late > maxValueDays * 86_400_000 ? 'VALUE_DATE' : line.data
}

const faultOf = {
  providerRef: 'NUMBER',
  reference: 'NUMBER',
  kind: 'KIND',
  amount: 'AMOUNT',
  fee: 'AMOUNT',
  at: 'TIME',
  valueDate: 'VALUE_DATE',
} as const satisfies Record<keyof Line, LineFault>

/** An amount without its grouping commas and without decimals of nothing; null: it is none. */
function amountOf(text: string): string | null {
  const isGrouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
  const plain = (isGrouped ? text.replaceAll(',', '') : text).replace(/^(-?\d+)\.0+$/, '$1')
  return /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/.test(plain) ? plain : null
}

/** What a spreadsheet makes of a long number: an exponent, or decimals. Its digits are lost. */
const isSpreadsheetNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+?\d+$/i.test(text) || /^\d+\.0+$/.test(text)
