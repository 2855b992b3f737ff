import { call, download } from '@maru/client/api/client'
import type { LedgerEntry } from '@maru/contract'
import { formatDateTime, formatMoney, formatSigned } from '@maru/ui'
import { type Column, DataTable } from './data-table.tsx'
import { reasons, reasonWord, walletWord } from './desk-words.ts'
import { FilterBar, useFilter } from './filter-bar.tsx'
import { type Asked, usePaged } from './paged.ts'
import { SavedFilters } from './saved-filters.tsx'
import { t } from './texts.ts'

const wallets = (['BINARY', 'FUTURES', 'USDT', 'BTC', 'ETH', 'XRP', 'BONUS'] as const).map((value) => ({
  value,
  label: walletWord(value),
}))
const selects = [
  { name: 'walletType', label: t('wallet'), choices: wallets },
  { name: 'reason', label: t('type'), choices: reasons },
]
const idOf = ({ postingId }: LedgerEntry) => String(postingId)
const signed = ({ amount, currency }: LedgerEntry) => formatSigned(amount, (value) => formatMoney(value, currency))
const columns: readonly Column<LedgerEntry>[] = [
  { id: 'at', head: t('time'), cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  { id: 'reason', head: t('type'), cell: ({ reason }) => reasonWord(reason) },
  { id: 'wallet', head: t('wallet'), isExtra: true, cell: ({ walletType }) => walletWord(walletType) },
  {
    id: 'amount',
    head: t('change'),
    align: 'right',
    cell: (row) => <span className={row.amount.startsWith('-') ? 'loss' : 'gain'}>{signed(row)}</span>,
  },
  {
    id: 'balance',
    head: t('balance'),
    align: 'right',
    isExtra: true,
    cell: ({ balance, currency }) => formatMoney(balance, currency),
  },
  {
    id: 'txn',
    head: t('txn'),
    align: 'right',
    isExtra: true,
    cell: ({ txnId }) => <span className="num">{txnId}</span>,
  },
]

const who: Column<LedgerEntry> = {
  id: 'member',
  head: t('member'),
  align: 'right',
  cell: ({ memberId }) => <span className="num">{memberId}</span>,
}
const ofAll = [...columns.slice(0, 1), who, ...columns.slice(1)]

interface Props {
  /** Whose; missing: of all members. */
  memberId?: string
  /** What it is cut to at first. */
  first?: Readonly<Record<string, string>>
  /** The transaction that is open. */
  open: LedgerEntry | null
  onOpen: (entry: LedgerEntry | null) => void
}

/** The ledger of a member, or of all: every posting to a wallet, with what the wallet had after it. */
export function LedgerTable({ memberId, first, open, onOpen }: Props) {
  const { filter, said: cut, set, apply } = useFilter(first)
  const said = { ...cut, ...(memberId !== undefined && { memberId }) }
  const read = (asked: Asked) => call('GET /api/console/ledger', { query: { ...said, ...asked } })
  const list = usePaged<LedgerEntry>(['ledger', said], read)
  return (
    <>
      <FilterBar filter={filter} set={set} selects={selects}>
        <SavedFilters id="ledger" value={filter} apply={apply} />
      </FilterBar>
      <DataTable
        label={t('ledger')}
        list={list}
        columns={memberId === undefined ? ofAll : columns}
        idOf={idOf}
        selected={open && idOf(open)}
        onSelect={onOpen}
        empty={[t('noEntries'), t('noEntriesHint')]}
        csv={{
          name: memberId === undefined ? t('ledger') : t('ledgerFile', { memberId }),
          read: (signal) => download('GET /api/console/ledger.csv', { query: said, signal }),
        }}
      />
    </>
  )
}
