import { type ReactNode, useState } from 'react'
import {
  allRows,
  ChoiceChips,
  type Columns,
  HistoryHead,
  type Page,
  type Period,
  periodOf,
  periods,
  tableOf,
} from '../lists/index.ts'
import { clock } from '../live/index.ts'

const csvPageSize = 100
/** Orders that are over, by what became of them. */
export const orderStatuses = { all: undefined, filled: 'FILLED', canceled: 'CANCELED', rejected: 'REJECTED' } as const

/** The chips above a list: what a choice, by its word, asks for. */
interface Narrowing<Word> {
  readonly label: Word
  readonly field: string
  readonly choices: Readonly<Partial<Record<Word & string, string | undefined>>>
}

/** The histories of a book: which lists there are, how they are read and narrowed, and their files. */
export interface Histories<Rows, Filter, Word> {
  /** The lists, the first one chosen. */
  readonly kinds: readonly (keyof Rows & string)[]
  /** Beginning of the names of files. */
  readonly file: string
  readonly columns: { readonly [K in keyof Rows]: Columns<Rows[K], Word> }
  readonly readPage: <K extends keyof Rows>(
    kind: K,
    filter: Filter,
    page: number,
    size: number,
  ) => Promise<Page<Rows[K]>>
  readonly narrowings: { readonly [K in keyof Rows]?: Narrowing<Word> }
}

interface BookHistoryProps<Rows, Filter, Word> {
  histories: Histories<Rows, Filter, Word>
  /** What all lists are narrowed to. */
  of: NoInfer<Filter>
  t: (word: NoInfer<Word> | 'kind' | (keyof Rows & string) | `${keyof Rows & string}List`) => string
  children: (kind: keyof Rows & string, filter: NoInfer<Filter>) => ReactNode
}

/** What became of the member's orders in a book: its lists by kind and period, and as files. `children` draws a list. */
export function BookHistory<Rows, Filter extends object, Word extends string>({
  histories: { kinds, file, columns, readPage, narrowings },
  of,
  t,
  children,
}: BookHistoryProps<Rows, Filter, Word>) {
  type Kind = keyof Rows & string
  const [kind, setKind] = useState(kinds[0]!)
  const [period, setPeriod] = useState<Period>('days30')
  const [chosen, setChosen] = useState<Partial<Record<Kind, Word>>>({})
  const narrowing = narrowings[kind]
  const choice = chosen[kind] ?? ('all' as Word)
  const asked = narrowing?.choices[choice]
  const filter: Filter = {
    ...of,
    ...periodOf(periods[period], clock.now()),
    ...(narrowing && asked && { [narrowing.field]: asked }),
  }
  const readCsv = async () => {
    const rows = await allRows((page) => readPage(kind, filter, page, csvPageSize))
    return tableOf(columns[kind], rows, t)
  }
  return (
    <>
      <HistoryHead<Kind>
        kinds={kinds}
        kind={kind}
        onKind={setKind}
        period={period}
        onPeriod={setPeriod}
        file={file}
        read={readCsv}
        t={t}
      />
      {narrowing && (
        <ChoiceChips<Word>
          label={t(narrowing.label)}
          choices={narrowing.choices as Readonly<Record<Word, unknown>>}
          value={choice}
          onChange={(next) => setChosen({ ...chosen, [kind]: next })}
          t={t}
        />
      )}
      {children(kind, filter)}
    </>
  )
}
