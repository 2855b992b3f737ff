import './money.css'
import type { DnwRow } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import {
  allRows,
  ChoiceChips,
  type Columns,
  DayList,
  type Period,
  PeriodChips,
  periodOf,
  periods,
  RowSkeletons,
  SaveCsv,
  tableOf,
} from '../../lists/index.ts'
import { type RequestFilter, readRequests, requestsQuery } from './queries.ts'
import { RequestRow } from './request-row.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { moneyTexts } from './texts.ts'
import { useRequestNews } from './use-request-news.ts'

const kinds = {
  allTypes: undefined,
  deposits: 'D',
  withdrawals: 'W,E',
  moves: 'CI,CO,TI,TO,WB,WS',
  bonuses: 'B,PB,PM,C',
} as const

/** /wallet/dnw_history, /balances/list: what came in and went out, as a list and as a file. */
export default function MoneyHistoryPage() {
  const t = useTexts(moneyTexts)
  const [kind, setKind] = useState<keyof typeof kinds>('allTypes')
  const [period, setPeriod] = useState<Period>('days30')
  const [shown, setShown] = useState<DnwRow | null>(null)
  useRequestNews()
  const filter: RequestFilter = {
    ...(kinds[kind] && { typeStrs: kinds[kind] }),
    ...periodOf(periods[period], Date.now()),
  }
  const rows = useInfiniteQuery(requestsQuery(filter))
  const read = async () => tableOf(columns, await allRows((page) => readRequests(filter, page, csvPageSize)), t)
  return (
    <main id="main">
      <ChoiceChips label={t('filter')} choices={kinds} value={kind} onChange={setKind} t={t} />
      <PeriodChips value={period} onChange={setPeriod}>
        <SaveCsv list={t('csvList')} name="maru-dnw" read={read} />
      </PeriodChips>
      <DayList<DnwRow>
        query={rows}
        rowHeight={63}
        empty={[t('none'), t('noneHint')]}
        skeleton={<RowSkeletons />}
        render={(row) => <RequestRow row={row} onOpen={() => setShown(row)} />}
      />
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </main>
  )
}

const csvPageSize = 100

/** Amounts as the ledger has them: the file adds up to the wallet. */
const columns: Columns<DnwRow, keyof typeof moneyTexts.ko> = [
  ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
  ['csvId', ({ id }) => id],
  ['csvType', ({ type }, t) => t(`type${type}`)],
  ['csvStatus', ({ status }, t) => t(`status${status}`)],
  ['csvWallet', ({ walletType }, t) => t(`wallet${walletType}`)],
  ['csvCurrency', ({ currency }) => currency],
  ['csvPoint', ({ point }) => point],
  ['csvFee', ({ fee }) => fee],
  ['csvAccount', ({ account, counterparty }) => account ?? counterparty],
  ['csvDone', ({ processedAt }) => (processedAt === null ? null : formatDateTime(processedAt))],
  ['csvReason', ({ reason }) => reason],
  ['csvTxn', ({ txnId }) => txnId],
]
