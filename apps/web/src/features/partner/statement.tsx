import { useTexts } from '@maru/client/i18n/texts'
import { tableOf } from '@maru/client/page/csv'
import type { PartnerWeek } from '@maru/contract'
import { Badge, formatKrw, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { SaveCsv } from '../../lists/save-csv.tsx'
import { useSite } from '../../site/store.ts'
import { LeftOut } from './left-out.tsx'
import { ProfitTable } from './profit-table.tsx'
import { profitQuery } from './queries.ts'
import { statementColumns } from './statement-file.ts'
import { Steps } from './steps.tsx'
import { partnerTexts } from './texts.ts'
import { Today } from './today.tsx'
import { shortDay, statusKeys } from './words.ts'

/** A week down to each branch, what was left out of it, and how far its payment is. `today`: of the running week. */
export function Statement({ week, today }: { week: PartnerWeek; today?: string }) {
  const t = useTexts(partnerTexts)
  const isDemo = useSite(({ site }) => site?.moneyMode === 'DEMO')
  const profit = useQuery(profitQuery(week, true))
  const rows = profit.data ?? []
  const { status, from, to } = week
  return (
    <div className="ptn-s">
      <p>{t('days', { from: shortDay(from), to: shortDay(to), status: t(statusKeys[status]) })}</p>
      <p className="ptn-h">
        <strong className="num">{formatKrw(week.amount)}</strong>
        {isDemo && <Badge tone="demo">{t('practice')}</Badge>}
      </p>
      {today !== undefined && <Today day={today} />}
      {status !== 'NOTHING' && <Steps week={week} decidedAt={rows[0]?.decidedAt ?? null} />}
      {status === 'HELD' && <Strip tone="warn">{t('heldNote')}</Strip>}
      {status === 'REJECTED' && <Strip tone="warn">{t('rejectedNote')}</Strip>}
      <Loaded
        query={profit}
        isEmpty={rows.length === 0}
        empty={[t('emptyWeek'), t('emptyWeekHint')]}
        skeleton={<RowSkeletons />}
      >
        <ProfitTable rows={rows} />
        <LeftOut rows={rows} />
        <SaveCsv
          list={t('tabWeeks')}
          name={`maru-partner-${from}`}
          read={async () => tableOf(statementColumns, rows, t)}
        />
      </Loaded>
    </div>
  )
}
