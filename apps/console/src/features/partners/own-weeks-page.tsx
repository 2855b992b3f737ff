import { call } from '@maru/client/api/client'
import type { ProfitRow } from '@maru/contract'
import { Empty, formatCount, formatKrw, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../parts/page.tsx'
import { commissionStatusWords, commissionTypeWords } from '../../parts/table-words.ts'
import { errorText } from '../../session/words.ts'
import { OwnTable } from './own-table.tsx'
import { t } from './texts.ts'
import './own.css'

const everyMs = 30_000

/** What a partner earned each week, branch by branch, and what was left out. */
export default function OwnWeeksPage() {
  const weeks = useQuery({
    queryKey: ['partner-weeks'],
    queryFn: async (): Promise<ProfitRow[]> => {
      const rows = await call('GET /api/partner_profit/my_list')
      return Array.isArray(rows) ? rows : []
    },
    refetchInterval: everyMs,
  })
  const { data, error } = weeks
  return (
    <Page title={t('ownWeeks')} sub={<span className="sub">{t('shareIs')}</span>}>
      {error && !data ? (
        <Empty title={t('weekFailed')}>{errorText(error)}</Empty>
      ) : data ? (
        <OwnTable
          label={t('ownWeeks')}
          heads={[t('weekOf'), t('type'), t('branch'), t('base'), t('rate'), t('share'), t('left'), t('status')]}
          figuresFrom={3}
          rows={data.map((row) => ({
            id: row.id,
            cells: [
              `${row.from} – ${row.to}`,
              commissionTypeWords[row.type],
              row.branchName ?? t('direct'),
              formatKrw(row.base),
              row.rate === null ? '–' : `${Number(row.rate)}%`,
              formatKrw(row.amount),
              row.leftOut.members > 0
                ? `${t('memberCount', { count: formatCount(row.leftOut.members) })} · ${formatKrw(row.leftOut.base)}`
                : '–',
              commissionStatusWords[row.status],
            ],
          }))}
          empty={t('noLines')}
        />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </Page>
  )
}
