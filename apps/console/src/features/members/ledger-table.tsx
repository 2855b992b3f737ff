import { call } from '@maru/client/api/client'
import type { LedgerEntry } from '@maru/contract'
import { formatDateTime, formatMoney, formatSigned, TextField } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { reasons, reasonWord } from '../../parts/ledger-words.ts'
import { type Asked, readAll, usePaged } from '../../parts/paged.ts'
import { walletWord } from '../../parts/request-words.ts'
import { SelectField } from '../../parts/select-field.tsx'

const mostEntries = 10_000
const wallets = (['BINARY', 'FUTURES', 'USDT', 'BTC', 'ETH', 'XRP', 'BONUS'] as const).map((value) => ({
  value,
  label: walletWord(value),
}))
const idOf = ({ postingId }: LedgerEntry) => String(postingId)
const signed = ({ amount, currency }: LedgerEntry) => formatSigned(amount, (value) => formatMoney(value, currency))
const columns: readonly Column<LedgerEntry>[] = [
  { id: 'at', head: '시각', cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  { id: 'reason', head: '유형', cell: ({ reason }) => reasonWord(reason) },
  { id: 'wallet', head: '지갑', cell: ({ walletType }) => walletWord(walletType) },
  {
    id: 'amount',
    head: '증감',
    align: 'right',
    cell: (row) => <span className={row.amount.startsWith('-') ? 'mb-down' : 'mb-up'}>{signed(row)}</span>,
  },
  { id: 'balance', head: '잔액', align: 'right', cell: ({ balance, currency }) => formatMoney(balance, currency) },
  { id: 'txn', head: '거래', align: 'right', cell: ({ txnId }) => <span className="num">{txnId}</span> },
]

interface Props {
  id: string
  /** The transaction that is open. */
  open: LedgerEntry | null
  onOpen: (entry: LedgerEntry | null) => void
}

/** The ledger of a member: every posting to his wallets, with what the wallet had after it. */
export function LedgerTable({ id, open, onOpen }: Props) {
  const [filter, setFilter] = useState({ walletType: '', reason: '', startDate: '', endDate: '' })
  const set = (part: Partial<typeof filter>) => setFilter((now) => ({ ...now, ...part }))
  const said = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const read = (asked: Asked) => call('GET /api/console/ledger', { query: { memberId: id, ...said, ...asked } })
  const list = usePaged<LedgerEntry>(['member-ledger', id, said], read)
  return (
    <>
      <div className="mb-filter">
        <SelectField
          label="지갑"
          value={filter.walletType}
          choices={wallets}
          onChange={(walletType) => set({ walletType })}
        />
        <SelectField label="유형" value={filter.reason} choices={reasons} onChange={(reason) => set({ reason })} />
        <TextField
          label="부터"
          type="date"
          value={filter.startDate}
          onValue={(startDate: string) => set({ startDate })}
        />
        <TextField label="까지" type="date" value={filter.endDate} onValue={(endDate: string) => set({ endDate })} />
      </div>
      <DataTable
        label="원장"
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open && idOf(open)}
        onSelect={onOpen}
        empty={['기록이 없습니다', '지갑의 돈이 움직이면 여기에 나타납니다. 조건을 넓혀 보세요.']}
        {...(list.total > mostEntries && { foot: '10,000건이 넘습니다 · 기간을 좁혀 주세요' })}
        csv={{
          name: `회원-${id}-원장`,
          columns: [
            ['시각', ({ at }) => formatDateTime(at)],
            ['유형', ({ reason }) => reasonWord(reason)],
            ['지갑', ({ walletType }) => walletWord(walletType)],
            ['증감', ({ amount }) => amount],
            ['잔액', ({ balance }) => balance],
            ['통화', ({ currency }) => currency],
            ['거래', ({ txnId }) => txnId],
          ],
          read: () => readAll(read),
        }}
      />
    </>
  )
}
