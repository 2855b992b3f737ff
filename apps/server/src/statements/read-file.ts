import type { Currency, StatementColumns } from '@maru/contract'
import type { ProviderName } from '@maru/provider-protocol'
import { Refused } from '../http/index.ts'
import { keptAccounts } from './accounts.ts'
import { nameAmount } from './columns.ts'
import { type FaultAt, linesOfCsv } from './csv.ts'
import { kstDay } from './days.ts'
import { inMinor, type MinorStatement } from './minor.ts'

/** A statement as staff bring it. */
export interface GivenFile {
  readonly provider: string
  readonly currency: Currency
  readonly day: string
  readonly opening: string
  readonly closing: string
  readonly csv: string
  readonly columns?: StatementColumns | undefined
  readonly isCorrection?: boolean | undefined
}

/** A statement that was read, with the line of the file of each of its lines; or what is wrong with it. */
export type ReadFile =
  | (MinorStatement & {
      readonly provider: ProviderName
      readonly currency: Currency
      readonly isCorrection: boolean
      readonly places: readonly number[]
    })
  | { readonly faults: readonly FaultAt[] }

/** Reads a file, in minor units. Refuses an account that no provider keeps, a day to come, and columns that name no amount. */
export function readFile(
  { provider, currency, day, opening, closing, csv, columns, isCorrection = false }: GivenFile,
  now: number,
): ReadFile {
  const kept = keptAccounts.find(([name, currencies]) => name === provider && currencies.includes(currency))
  if (kept === undefined) throw new Refused('INVALID_REQUEST', { key: 'provider' })
  if (day > kstDay(now)) throw new Refused('INVALID_REQUEST', { key: 'day' })
  if (columns !== undefined && !nameAmount(columns)) throw new Refused('STATEMENT_COLUMNS')
  const whole = { account: currency, currency, day, opening, closing, isFinal: false }
  if (inMinor({ ...whole, lines: [] }, currency) === null) throw new Refused('INVALID_REQUEST', { key: 'opening' })
  const parsed = linesOfCsv(csv, day, columns)
  if ('faults' in parsed) return parsed
  const { lines, places } = parsed
  const statement = inMinor({ ...whole, lines }, currency)
  if (statement !== null) return { provider: kept[0], currency, isCorrection, ...statement, places }
  const isTooFine = (line: (typeof lines)[number]) => inMinor({ ...whole, lines: [line] }, currency) === null
  return { faults: lines.flatMap((line, nth) => (isTooFine(line) ? [{ fault: 'DIGITS', at: places[nth]! }] : [])) }
}
