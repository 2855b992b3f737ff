import { call, download } from '@maru/client/api/client'
import type { LedgerEntry } from '@maru/contract'
import { reasons, reasonWord, walletWord } from '@maru/contract/desk-words'
import { formatDateTime, formatMoney, formatSigned } from '@maru/ui'
import { type Column, DataTable } from './data-table.tsx'
import { FilterBar, useFilter } from './filter-bar.tsx'
import { type Asked, usePaged } from './paged.ts'

const wallets = (['BINARY', 'FUTURES', 'USDT', 'BTC', 'ETH', 'XRP', 'BONUS'] as const).map((value) => ({
  value,
  label: walletWord(value),
}))
const selects = [
  { name: 'walletType', label: '지갑', choices: wallets },
  { name: 'reason', label: '유형', choices: reasons },
]
const idOf = ({ postingId }: LedgerEntry) => String(postingId)
const signed = ({ amount, currency }: LedgerEntry) => formatSigned(amount, (value) => formatMoney(value, currency))
const columns: readonly Column<LedgerEntry>[] = [
  { id: 'at', head: '시각', cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  { id: 'reason', head: '유형', cell: ({ reason }) => reasonWord(reason) },
  { id: 'wallet', head: '지갑', isExtra: true, cell: ({ walletType }) => walletWord(walletType) },
  {
    id: 'amount',
    head: '증감',
    align: 'right',
    cell: (row) => <span className={row.amount.startsWith('-') ? 'loss' : 'gain'}>{signed(row)}</span>,
  },
  {
    id: 'balance',
    head: '잔액',
    align: 'right',
    isExtra: true,
    cell: ({ balance, currency }) => formatMoney(balance, currency),
  },
  { id: 'txn', head: '거래', align: 'right', isExtra: true, cell: ({ txnId }) => <span className="num">{txnId}</span> },
]

const who: Column<LedgerEntry> = {
  id: 'member',
  head: '회원',
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
  const { filter, said: cut, set } = useFilter(first)
  const said = { ...cut, ...(memberId !== undefined && { memberId }) }
  const read = (asked: Asked) => call('GET /api/console/ledger', { query: { ...said, ...asked } })
  const list = usePaged<LedgerEntry>(['ledger', said], read)
  return (
    <>
      <FilterBar filter={filter} set={set} selects={selects} />
      <DataTable
        label="원장"
        list={list}
        columns={memberId === undefined ? ofAll : columns}
        idOf={idOf}
        selected={open && idOf(open)}
        onSelect={onOpen}
        empty={['기록이 없습니다', '지갑의 돈이 움직이면 여기에 나타납니다. 조건을 넓혀 보세요.']}
        csv={{
          name: memberId === undefined ? '원장' : `회원-${memberId}-원장`,
          read: (signal) => download('GET /api/console/ledger.csv', { query: said, signal }),
        }}
      />
    </>
  )
}
