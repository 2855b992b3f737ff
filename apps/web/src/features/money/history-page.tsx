import './money.css'
import type { DnwRow } from '@maru/contract'
import { formatDateTime, Tabs } from '@maru/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import {
  allRows,
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
import { RequestSums } from './request-sums.tsx'
import { moneyTexts } from './texts.ts'
import { useRequestNews } from './use-request-news.ts'

const directions = { into: 'D,B,PB,WB,TI,CI,C,E', out: 'W,WS,TO,CO,PM' } as const
type Direction = keyof typeof directions

/** /wallet/dnw_history, /balances/list: what came in and went out, as a list and as a file. */
export default function MoneyHistoryPage() {
  const t = useTexts(moneyTexts)
  const panelId = useId()
  const [direction, setDirection] = useState<Direction>('into')
  const [period, setPeriod] = useState<Period>('days30')
  const [shown, setShown] = useState<DnwRow | null>(null)
  useRequestNews(useCallback((row: DnwRow) => setShown((before) => (before?.id === row.id ? row : before)), []))
  const filter: RequestFilter = { typeStrs: directions[direction], ...periodOf(periods[period], Date.now()) }
  const rows = useInfiniteQuery(requestsQuery(filter))
  const read = async () => tableOf(columns, await allRows((page) => readRequests(filter, page, csvPageSize)), t)
  return (
    <main id="main">
      <Tabs<Direction>
        panelId={panelId}
        label={t('direction')}
        value={direction}
        onChange={setDirection}
        choices={(['into', 'out'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <PeriodChips value={period} onChange={setPeriod}>
        <SaveCsv list={t('csvList')} name={`maru-dnw-${direction}`} read={read} />
      </PeriodChips>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${direction}`}>
        <RequestSums filter={filter} direction={direction} />
        <DayList<DnwRow>
          query={rows}
          rowHeight={63}
          empty={[t('none'), t('noneHint')]}
          skeleton={<RowSkeletons />}
          render={(row) => <RequestRow row={row} onOpen={() => setShown(row)} />}
        />
      </div>
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
