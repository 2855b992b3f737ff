import { call, download } from '@maru/client/api/client'
import type { HouseMove } from '@maru/contract'
import { formatDateTime, formatMoney } from '@maru/ui'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { accountWord, houseMoveWords } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const read = (asked: Asked) => call('GET /api/console/treasury/moves', { query: asked })
const idOf = ({ id }: HouseMove) => String(id)
const end = (account: string, sub: string) => `${accountWord(account)}${sub === '' ? '' : ` ${sub}`}`

const columns: readonly Column<HouseMove>[] = [
  { id: 'at', head: t('when'), cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'what', head: t('what'), cell: ({ move }) => <b>{houseMoveWords[move]}</b> },
  { id: 'from', head: t('fromAccount'), cell: ({ creditAccount, creditSub }) => end(creditAccount, creditSub) },
  { id: 'to', head: t('toAccount'), cell: ({ debitAccount, debitSub }) => end(debitAccount, debitSub) },
  {
    id: 'amount',
    head: t('amount'),
    align: 'right',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
  },
  { id: 'reference', head: t('nameOnStatement'), cell: ({ reference }) => reference || '–' },
  { id: 'txn', head: t('entry'), align: 'right', cell: ({ txnId }) => <span className="num">{txnId}</span> },
]

/** Moves of the house's money, the newest first. */
export function Moves() {
  const list = usePaged<HouseMove>(['treasury-moves'], read, { everyMs: deskPollMs, cutBy: 'all' })
  return (
    <div className="tre-moves">
      <DataTable
        label={t('moveTitle')}
        list={list}
        columns={columns}
        idOf={idOf}
        empty={[t('noMoves'), t('noMovesHint')]}
        csv={{
          name: t('file'),
          read: (signal, cut) => download('GET /api/console/treasury/moves.csv', { query: cut, signal }),
        }}
      />
    </div>
  )
}
