import { call, download } from '@maru/client/api/client'
import type { HouseResult } from '@maru/contract'
import { formatMoney, formatSigned } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { productWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const idOf = ({ day, site, line, instrument }: HouseResult) => `${day} ${site} ${line} ${instrument}`
const columns: readonly Column<HouseResult>[] = [
  { id: 'day', head: t('day'), cell: ({ day }) => <span className="num">{day}</span> },
  { id: 'site', head: t('site'), cell: ({ site }) => site },
  { id: 'line', head: t('product'), cell: ({ line }) => productWords[line] },
  { id: 'instrument', head: t('instrument'), cell: ({ instrument }) => instrument || t('beyondInstruments') },
  {
    id: 'result',
    head: t('resultBeforeFees'),
    align: 'right',
    cell: ({ result, currency }) => (
      <span className={result.startsWith('-') ? 'loss' : 'gain'}>
        {formatSigned(result, (value) => formatMoney(value, currency))}
      </span>
    ),
  },
  { id: 'fees', head: t('fees'), align: 'right', cell: ({ fees, currency }) => formatMoney(fees, currency) },
]
const read = (asked: Asked) => call('GET /api/console/house_result', { query: { ...asked } })

/** What the house earned by day, site, line and instrument; a line adds up to what the ledger has of it. */
export function HouseResults() {
  const list = usePaged<HouseResult>(['house-results'], read, { cutBy: 'all' })
  return (
    <DataTable
      label={t('houseResult')}
      list={list}
      columns={columns}
      idOf={idOf}
      empty={[t('noResult'), t('noResultHint')]}
      csv={{
        name: t('houseResult'),
        read: (signal, cut) => download('GET /api/console/house_result.csv', { query: cut, signal }),
      }}
    />
  )
}
