import { type Cell, toCsv } from '@maru/client/page/csv'
import { saveFile } from '@maru/client/page/save-file'
import { Button, formatCount, formatDay, Icon, toast } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../live/live.ts'
import { errorText } from '../session/words.ts'
import { TooManyRows } from './paged.ts'

/** A list as a file: the word of each head, and its cell of a row. */
export interface CsvOf<Row> {
  /** Beginning of the file's name; the day follows. */
  readonly name: string
  readonly columns: readonly (readonly [head: string, cell: (row: Row) => Cell])[]
  /** Reads every row that the filter matches; the server masks and writes down what is read. */
  readonly read: () => Promise<readonly Row[]>
}

/** Saves what a filter matches as a CSV file. */
export function SaveCsv<Row>({ name, columns, read }: CsvOf<Row>) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const rows = (await read()).map((row) => columns.map(([, cell]) => cell(row)))
      const head = columns.map(([word]) => word)
      saveFile(`${name}-${formatDay(clock.now())}.csv`, toCsv(head, rows), 'text/csv')
    } catch (error) {
      const text =
        error instanceof TooManyRows
          ? `${formatCount(error.rows)}건입니다. 기간이나 조건을 좁혀 10,000건까지 내려받을 수 있습니다.`
          : errorText(error)
      toast({ title: 'CSV를 만들지 못했습니다', text, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size={36} aria-busy={busy} onClick={() => void (busy || save())}>
      <Icon name="download" small />
      {busy ? '만드는 중' : 'CSV'}
    </Button>
  )
}
