import { call, download } from '@maru/client/api/client'
import type { HouseMove } from '@maru/contract'
import { accountWord, houseMoveWords } from '@maru/contract/desk-words'
import { formatDateTime, formatMoney } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'

const read = (asked: Asked) => call('GET /api/console/treasury/moves', { query: asked })
const idOf = ({ id }: HouseMove) => String(id)
const end = (account: string, sub: string) => `${accountWord(account)}${sub === '' ? '' : ` ${sub}`}`

const columns: readonly Column<HouseMove>[] = [
  { id: 'at', head: '때', cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'what', head: '무엇', cell: ({ move }) => <b>{houseMoveWords[move]}</b> },
  { id: 'from', head: '나온 곳', cell: ({ creditAccount, creditSub }) => end(creditAccount, creditSub) },
  { id: 'to', head: '들어간 곳', cell: ({ debitAccount, debitSub }) => end(debitAccount, debitSub) },
  {
    id: 'amount',
    head: '금액',
    align: 'right',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
  },
  { id: 'reference', head: '명세의 이름', cell: ({ reference }) => reference || '–' },
  { id: 'txn', head: '전표', align: 'right', cell: ({ txnId }) => <span className="num">{txnId}</span> },
]

/** Moves of the house's money, the newest first. */
export function Moves() {
  const list = usePaged<HouseMove>(['treasury-moves'], read, { everyMs: deskPollMs })
  return (
    <div className="tre-moves">
      <DataTable
        label="하우스 자금 이동"
        list={list}
        columns={columns}
        idOf={idOf}
        empty={['아직 옮긴 돈이 없습니다', '두 사람이 승인하면 여기에 나타납니다.']}
        csv={{ name: '하우스자금', read: (signal) => download('GET /api/console/treasury/moves.csv', { signal }) }}
      />
    </div>
  )
}
