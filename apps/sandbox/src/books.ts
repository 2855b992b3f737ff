/** What a provider's accounts of a site come to: the source of its statements. Kept in a file, so that a start knows what it told before. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Statement, StatementLine } from '@maru/provider-protocol'

const scale = 18
const kstOffsetMs = 9 * 3_600_000
const mostLines = 5_000
const pageSize = 500

export const kstDay = (at: number): string => new Date(at + kstOffsetMs).toISOString().slice(0, 10)

function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -value : value
}

function text(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

/** One unit more than an amount, at its last digit. */
export const oneMore = (amount: string): string => {
  const digits = amount.split('.')[1]?.length ?? 0
  return text(units(amount) + 10n ** BigInt(scale - digits))
}

interface Book {
  readonly lines: StatementLine[]
  /** What the lines that were dropped came to. */
  before: bigint
}

type NewLine = Omit<StatementLine, 'valueDate' | 'fee'>

export class Books {
  private readonly books = new Map<string, Book>()
  private readonly file: string | null

  /** `file`: where lines are kept, one a row; null: nowhere. A row that was cut off by a crash was told to nobody. */
  constructor(file: string | null) {
    this.file = file
    if (file === null || !existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole !== text) writeFileSync(file, whole)
    for (const row of whole.split('\n').slice(0, -1)) {
      const { place, currency, line } = JSON.parse(row) as { place: string; currency: string; line: NewLine }
      this.enter(place, currency, line)
    }
  }

  add(place: string, currency: string, line: NewLine): void {
    if (this.file !== null) appendFileSync(this.file, `${JSON.stringify({ place, currency, line })}\n`)
    this.enter(place, currency, line)
  }

  private enter(place: string, currency: string, line: NewLine): void {
    const book = this.of(place, currency)
    book.lines.push({ ...line, fee: '0', valueDate: kstDay(line.at) })
    if (book.lines.length <= mostLines) return
    const dropped = book.lines.shift()
    if (dropped !== undefined) book.before += units(dropped.amount)
  }

  /** A page of a day. Accounts are named by their currency. */
  statement(place: string, currency: string, day: string, next: string | null, now: number): Statement {
    const { lines, before } = this.of(place, currency)
    const sum = (some: readonly StatementLine[]) => some.reduce((total, { amount }) => total + units(amount), 0n)
    const opening = before + sum(lines.filter(({ at }) => kstDay(at) < day))
    const mine = lines.filter(({ at }) => kstDay(at) === day)
    const from = /^\d{1,6}$/.test(next ?? '') ? Number(next) : 0
    return {
      account: currency,
      currency,
      day,
      opening: text(opening),
      closing: text(opening + sum(mine)),
      isFinal: kstDay(now) > day,
      lines: mine.slice(from, from + pageSize),
      next: from + pageSize < mine.length ? String(from + pageSize) : null,
    }
  }

  private of(place: string, currency: string): Book {
    const key = `${place} ${currency}`
    const book = this.books.get(key) ?? { lines: [], before: 0n }
    this.books.set(key, book)
    return book
  }
}
