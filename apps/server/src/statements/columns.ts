import type { StatementColumns } from '@maru/contract'
import type { Tx } from '../ports.ts'

/** Whether a line of a file holds the names of all columns. */
export const holdsAll = (fields: readonly string[], columns: StatementColumns): boolean =>
  Object.values(columns).every((name) => name === undefined || fields.includes(name))

/** Whether columns name the amount once: as one, or as what came in and what went out. */
export const nameAmount = ({ amount, moneyIn, moneyOut }: StatementColumns): boolean =>
  amount === undefined
    ? moneyIn !== undefined && moneyOut !== undefined
    : moneyIn === undefined && moneyOut === undefined

/** Reads rows below a head into the fields of our own header. */
export function readerOf(
  head: readonly string[],
  columns: StatementColumns,
): (fields: readonly string[]) => readonly string[] {
  return (fields) => {
    const text = (name: keyof StatementColumns): string => {
      const column = columns[name]
      return column === undefined ? '' : (fields[head.indexOf(column)] ?? '')
    }
    const amount = amountIn(text)
    const at = timeOf(`${text('at')} ${text('time')}`.trim())
    const kind = text('kind') || (amount.startsWith('-') ? 'payout' : 'deposit')
    const valueDate = dayOf(text('valueDate')) || at.slice(0, 10)
    return [text('providerRef'), text('reference'), kind, amount, plain(text('fee')) || '0', at, valueDate]
  }
}

function amountIn(text: (name: keyof StatementColumns) => string): string {
  const signed = plain(text('amount'))
  if (signed !== '') return signed
  const [moneyIn, moneyOut] = [plain(text('moneyIn')), plain(text('moneyOut'))]
  const isNothing = (one: string) => /^0*(\.0+)?$/.test(one)
  if (isNothing(moneyOut)) return moneyIn || '0'
  // Both of one line name no amount.
  return isNothing(moneyIn) ? `-${moneyOut}` : ''
}

/** An amount without the currency, spaces and the sign that banks write before it. */
const plain = (text: string): string => text.replace(/[\s원₩]/g, '').replace(/^\+/, '')

const two = (digits: string | undefined): string => (digits ?? '').padStart(2, '0')

/** A time of a bank, which is Korea's, in ISO 8601; what is none stays as it is. */
function timeOf(text: string): string {
  const found = /^(\d{4})[-./]?(\d{1,2})[-./]?(\d{1,2})\.?[ T]*(\d{1,2}):?(\d\d)(?::?(\d\d))?$/.exec(text)
  if (found === null) return text
  const [, year, month, day, hour, minute, second] = found
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${two(second)}+09:00`
}

function dayOf(text: string): string {
  const found = /^(\d{4})[-./]?(\d{1,2})[-./]?(\d{1,2})\.?$/.exec(text)
  return found === null ? text : `${found[1]}-${two(found[2])}-${two(found[3])}`
}

/** Stores the columns of a provider's files. `now`: wall clock. */
export async function keepColumns(
  tx: Tx,
  { siteId, provider, columns, staffId }: StoredColumns,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into statement_columns (site_id, provider, columns, updated_by, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (site_id, provider) do update
       set columns = excluded.columns, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [siteId, provider, JSON.stringify(columns), staffId, now],
  )
}

interface StoredColumns {
  readonly siteId: number
  readonly provider: string
  readonly columns: StatementColumns
  readonly staffId: number
}

/** The columns of the files of a site's providers. */
export const storedColumns = (
  tx: Tx,
  siteId: number,
): Promise<{ readonly provider: string; readonly columns: StatementColumns }[]> =>
  tx.query('select provider, columns from statement_columns where site_id = $1 order by provider', [siteId])
