import './money.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Tabs } from '@maru/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import {
  allRows,
  ChoiceChips,
  DayList,
  type Period,
  PeriodChips,
  periodOf,
  periods,
  RowSkeletons,
  SaveCsv,
  tableOf,
} from '../../lists/index.ts'
import { clock } from '../../live/index.ts'
import { requestColumns } from './columns.ts'
import { type RequestFilter, readRequests, requestsQuery } from './queries.ts'
import { RequestRow } from './request-row.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { RequestSums } from './request-sums.tsx'
import { moneyTexts } from './texts.ts'
import { useNamedRequest } from './use-named-request.ts'
import { useRequestNews } from './use-request-news.ts'

const into = 'D,B,PB,WB,TI,CI,C,E'
const out = 'W,WS,TO,CO,PM'
const directions = { both: `${into},${out}`, into, out } as const
type Direction = keyof typeof directions
type Kind = 'kindAll' | `type${DnwRow['type']}`
/** All types of a direction, and each by itself; the words of a choice are its name. */
const kindsOf = (direction: Direction): Readonly<Partial<Record<Kind, string>>> => ({
  kindAll: directions[direction],
  ...Object.fromEntries(directions[direction].split(',').map((type) => [`type${type}`, type])),
})

const states = {
  stateAll: {},
  stateOpen: { statusStrs: 'REQUESTED,REVIEW,APPROVED' },
  stateDone: { statusStrs: 'COMPLETED' },
  stateEnded: { statusStrs: 'REJECTED,CANCELED' },
} as const
type StateChoice = keyof typeof states

/** /wallet/dnw_history, /balances/list: what came in and went out, in one list or by direction, and as a file. */
export default function MoneyHistoryPage() {
  const t = useTexts(moneyTexts)
  const panelId = useId()
  const [direction, setDirection] = useState<Direction>('both')
  const [period, setPeriod] = useState<Period>('days30')
  const [kind, setKind] = useState<Kind>('kindAll')
  const [state, setState] = useState<StateChoice>('stateAll')
  const [shown, setShown] = useState<DnwRow | null>(null)
  useNamedRequest(setShown)
  useRequestNews(useCallback((row: DnwRow) => setShown((before) => (before?.id === row.id ? row : before)), []))
  const days = periodOf(periods[period], clock.now())
  const kinds = kindsOf(direction)
  const filter: RequestFilter = { typeStrs: kinds[kind] ?? directions[direction], ...states[state], ...days }
  const rows = useInfiniteQuery(requestsQuery(filter))
  // The file holds both directions and all states: only so does it add up to the wallets.
  const read = async () => tableOf(requestColumns, await allRows((page) => readRequests(days, page, csvPageSize)), t)
  return (
    <main id="main">
      <Tabs<Direction>
        panelId={panelId}
        label={t('direction')}
        value={direction}
        onChange={(next) => {
          setDirection(next)
          setKind('kindAll')
        }}
        choices={(['both', 'into', 'out'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <PeriodChips value={period} onChange={setPeriod}>
        <SaveCsv list={t('csvList')} name="maru-dnw" read={read} />
      </PeriodChips>
      <ChoiceChips label={t('kinds')} choices={kinds as Record<Kind, string>} value={kind} onChange={setKind} t={t} />
      <ChoiceChips label={t('states')} choices={states} value={state} onChange={setState} t={t} />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${direction}`}>
        {direction !== 'out' && <RequestSums filter={filter} direction="into" />}
        {direction !== 'into' && <RequestSums filter={filter} direction="out" />}
        <DayList<DnwRow>
          query={rows}
          rowHeight={63}
          empty={
            state === 'stateAll' && kind === 'kindAll' ? [t('none'), t('noneHint')] : [t('noneSuch'), t('noneSuchHint')]
          }
          skeleton={<RowSkeletons />}
          render={(row) => <RequestRow row={row} onOpen={() => setShown(row)} />}
        />
      </div>
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </main>
  )
}

const csvPageSize = 100
