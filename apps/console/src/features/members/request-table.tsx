import { call } from '@maru/client/api/client'
import type { DnwRow } from '@maru/contract'
import { formatDateTime, formatMoney } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Asked, readAll, usePaged } from '../../parts/paged.ts'
import { statusWords, typeWords, walletWord } from '../../parts/request-words.ts'

const idOf = ({ id }: DnwRow) => String(id)
const columns: readonly Column<DnwRow>[] = [
  { id: 'at', head: '시각', cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'type', head: '유형', cell: ({ type }) => typeWords[type] },
  { id: 'wallet', head: '지갑', cell: ({ walletType }) => walletWord(walletType) },
  { id: 'account', head: '상대', cell: ({ account, counterparty }) => account || counterparty || '–' },
  { id: 'point', head: '금액', align: 'right', cell: ({ point, currency }) => formatMoney(point, currency) },
  { id: 'status', head: '상태', cell: ({ status }) => statusWords[status] },
  { id: 'txn', head: '거래', align: 'right', cell: ({ txnId }) => <span className="num">{txnId ?? '–'}</span> },
]

/** Money of a member that came, left and moved. */
export function RequestTable({ id }: { id: string }) {
  const read = (query: Asked) => call('GET /api/console/member/:id/dnw', { params: { id }, query })
  const list = usePaged<DnwRow>(['member-dnw', id], read)
  return (
    <DataTable
      label="입출금과 전환"
      list={list}
      columns={columns}
      idOf={idOf}
      empty={['입출금이 없습니다', '입금, 출금, 전환, 이체가 여기에 나타납니다.']}
      csv={{
        name: `회원-${id}-입출금`,
        columns: [
          ['시각', ({ createdAt }) => formatDateTime(createdAt)],
          ['유형', ({ type }) => typeWords[type]],
          ['지갑', ({ walletType }) => walletWord(walletType)],
          ['금액', ({ point }) => point],
          ['통화', ({ currency }) => currency],
          ['수수료', ({ fee }) => fee],
          ['상태', ({ status }) => statusWords[status]],
          ['거래', ({ txnId }) => txnId],
        ],
        read: () => readAll(read),
      }}
    />
  )
}
