import type { ApprovalField, Currency, ImportLine } from '@maru/contract'
import { formatMinor } from '@maru/core'
import { field, moneyText, none } from '../approvals/index.ts'
import type { ImportFile } from './files.ts'
import type { StandingDay } from './standing-day.ts'
import { keyOf } from './store.ts'

/** An import in words: the day and its balances before and after, and the sums of its lines. */
export function importFields(file: ImportFile, standing: StandingDay | null): ApprovalField[] {
  const { provider, currency, day, opening, closing, isCorrection, lines } = file
  const money = (amount: bigint | undefined) => (amount === undefined ? none : moneyText(amount, currency as Currency))
  const sum = (of: (line: ImportFile['lines'][number]) => bigint) => lines.reduce((total, line) => total + of(line), 0n)
  const before = standing?.lines.length ?? 0
  const gone = isCorrection ? [] : goneLines(file, standing)
  return [
    field({ ko: '제공사', en: 'Provider' }, null, provider),
    field({ ko: '통화', en: 'Currency' }, null, currency),
    field({ ko: '날짜', en: 'Day' }, null, day),
    field(
      { ko: '구분', en: 'What' },
      null,
      isCorrection
        ? { ko: '확정된 날의 정정', en: 'Correction of a final day' }
        : { ko: '하루 전체', en: 'The whole day' },
    ),
    field({ ko: '기초 잔액', en: 'Opening balance' }, money(standing?.opening), money(opening)),
    field({ ko: '기말 잔액', en: 'Closing balance' }, money(standing?.closing), money(closing)),
    field({ ko: '줄', en: 'Lines' }, `${before}`, `${lines.length + (isCorrection ? before : 0)}`),
    ...(gone.length === 0 ? [] : [field({ ko: '사라지는 줄', en: 'Lines that go' }, null, `${gone.length}`)]),
    field(
      { ko: '입금', en: 'Money in' },
      null,
      money(sum(({ amount }) => (BigInt(amount) > 0n ? BigInt(amount) : 0n))),
    ),
    field(
      { ko: '출금', en: 'Money out' },
      null,
      money(sum(({ amount }) => (BigInt(amount) < 0n ? -BigInt(amount) : 0n))),
    ),
    field({ ko: '수수료', en: 'Fees' }, null, money(sum(({ fee }) => BigInt(fee)))),
  ]
}

/** Every line of an import with what it does to the day; lines that the day loses come last. */
export function importLines(file: ImportFile, standing: StandingDay | null): ImportLine[] {
  const { currency, isCorrection } = file
  const stored = new Map(isCorrection ? [] : standing?.lines.map((line) => [keyOf(line), line]))
  const shown = (line: Shown, change: ImportLine['change']): ImportLine => ({
    change,
    kind: line.kind,
    providerRef: line.providerRef,
    reference: line.reference,
    amount: formatMinor(BigInt(line.amount), currency),
    fee: formatMinor(BigInt(line.fee), currency),
    at: line.at,
  })
  const changeOf = (line: ImportFile['lines'][number]) => {
    const same = stored.get(keyOf(line))
    if (same === undefined) return 'ADDED'
    const isSame = same.amount === BigInt(line.amount) && same.fee === BigInt(line.fee)
    return isSame && same.reference === line.reference ? 'SAME' : 'CHANGED'
  }
  return [
    ...file.lines.map((line) => shown(line, changeOf(line))),
    ...(isCorrection ? [] : goneLines(file, standing)).map((line) => shown(line, 'GONE')),
  ]
}

interface Shown {
  readonly kind: ImportLine['kind']
  readonly providerRef: string
  readonly reference: string | null
  readonly amount: bigint | string
  readonly fee: bigint | string
  readonly at: number
}

function goneLines({ lines }: ImportFile, standing: StandingDay | null): readonly Shown[] {
  const keys = new Set(lines.map(keyOf))
  return (standing?.lines ?? []).filter((line) => !keys.has(keyOf(line)))
}
