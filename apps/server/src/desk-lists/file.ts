import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { mostExported } from '@maru/contract'
import { byteOrderMark, type Cell, csvLine } from '@maru/contract/csv'
import { type BothLanguages, type Language, type Wording, wordingIn } from '@maru/contract/language'
import { Refused } from '../http/index.ts'
import type { Database, Tx } from '../ports.ts'
import { type DeskList, isWhole } from './list.ts'

/** The columns of a list as a file: the word of each head, and its cell of a row. */
export type Columns<T> = readonly (readonly [head: Wording, cell: (row: T) => Cell | BothLanguages])[]

/** A line of a file in the language of its reader. */
const lineIn = (language: Language, cells: readonly (Cell | BothLanguages)[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'object' && cell !== null ? wordingIn(cell, language) : cell)))

/** Rows that are in memory at a time. */
const batchRows = 500
/** Each file in the making holds a connection: others wait for their turn. */
const mostAtOnce = 3
/** Whoever takes nothing for so long has left. */
const patienceMs = 30_000

let making = 0

/**
 * A list as a CSV file, read by a cursor while it is taken: of all its rows only a batch is in memory, and they are those of one moment. It
 * ends with whoever asked for it. Refuses what is too long before its first byte.
 */
export async function fileOf<R extends object, T>(
  db: Database,
  list: DeskList<R, T>,
  columns: Columns<T>,
  language: Language,
): Promise<Readable> {
  if (making >= mostAtOnce) throw new Refused('TRY_AGAIN_LATER')
  making += 1
  try {
    if ((await rowsOf(db, list)) > mostExported) throw new Refused('EXPORT_TOO_LARGE')
  } catch (error) {
    making -= 1
    throw error
  }
  const stream = new PassThrough()
  const left = new AbortController()
  stream.once('close', () => left.abort())
  write(db, list, columns, language, stream, left.signal)
    .then(() => stream.end())
    .catch((error: Error) => stream.destroy(left.signal.aborted ? undefined : error))
    .finally(() => {
      making -= 1
    })
  return stream
}

async function write<R extends object, T>(
  db: Database,
  list: DeskList<R, T>,
  columns: Columns<T>,
  language: Language,
  stream: PassThrough,
  left: AbortSignal,
): Promise<void> {
  const put = async (lines: readonly string[]) => {
    left.throwIfAborted()
    if (lines.length === 0 || stream.write(lines.map((line) => `${line}\r\n`).join(''))) return
    await once(stream, 'drain', { signal: AbortSignal.any([left, AbortSignal.timeout(patienceMs)]) })
  }
  const lineOf = (row: T) =>
    lineIn(
      language,
      columns.map(([, cell]) => cell(row)),
    )
  const heads = columns.map(([head]) => wordingIn(head, language))
  await put([`${byteOrderMark}${csvLine(heads)}`])
  if (isWhole(list)) return put(list.whole.map(lineOf))
  await db.tenant(list.siteId, async (tx) => {
    const { source, where, order, values } = list
    await tx.query(
      `declare console_file no scroll cursor for select * from ${source} where ${where} order by ${order} limit ${mostExported}`,
      values,
    )
    for (let count = batchRows; count === batchRows; ) {
      const rows = await tx.query<R>(`fetch forward ${batchRows} from console_file`)
      count = rows.length
      await put((await list.shown(rows)).map(lineOf))
    }
  })
}

/** How many rows a list has, counted to one more than a file may have. */
async function rowsOf<R extends object, T>(db: Database, list: DeskList<R, T>): Promise<number> {
  if (isWhole(list)) return list.whole.length
  return db.tenant(list.siteId, (tx) => countOf(tx, list, mostExported + 1))
}

/** How many rows a query has, counted to `most`. */
export async function countOf(
  tx: Tx,
  { source, where, values }: { readonly source: string; readonly where: string; readonly values: readonly unknown[] },
  most: number,
): Promise<number> {
  const [count] = await tx.query<{ total: string }>(
    `select count(*) as total from (select 1 from ${source} where ${where} limit ${most}) counted`,
    values,
  )
  return Number(count?.total)
}
