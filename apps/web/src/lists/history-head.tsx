import type { Table } from '@maru/client/page/csv'
import { Segmented } from '@maru/ui'
import { type Period, PeriodChips } from './period-chips.tsx'
import { SaveCsv } from './save-csv.tsx'

interface HistoryHeadProps<K extends string> {
  kinds: readonly K[]
  kind: K
  onKind: (kind: K) => void
  period: Period
  onPeriod: (period: Period) => void
  /** Beginning of the file's name. */
  file: string
  read: () => Promise<Table>
  t: (word: 'kind' | K | `${K}List`) => string
}

/** What stands above the history of a book: which list of it, of how long, and its file. */
export function HistoryHead<K extends string>({ kinds, kind, period, file, read, t, ...on }: HistoryHeadProps<K>) {
  return (
    <>
      <div className="hx-t">
        <Segmented<K>
          label={t('kind')}
          value={kind}
          onChange={on.onKind}
          choices={kinds.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <PeriodChips value={period} onChange={on.onPeriod}>
        <SaveCsv list={t(`${kind}List`)} name={`${file}-${kind}`} read={read} />
      </PeriodChips>
    </>
  )
}
