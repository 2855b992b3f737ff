import './statistics.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterChips } from '../../lists/filter-chips.tsx'
import { lossShareQuery } from '../../protection/risk.ts'
import { Month } from './month.tsx'
import { statisticsTexts } from './texts.ts'

/** What the site publishes of itself: who loses, how orders are filled, what is voided and liquidated, when it was away (rules J 2, 14, 15). */
export default function StatisticsPage() {
  const t = useTexts(statisticsTexts)
  const months = useQuery({
    queryKey: ['public', 'statistics'],
    queryFn: () => call('GET /api/public/statistics'),
    meta: { public: true },
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = months.data?.find(({ month }) => month === chosen) ?? months.data?.[0]
  const nameOf = (month: string) => {
    const [year, number] = month.split('-')
    return t('monthName', { year: String(year), month: Number(number) })
  }
  return (
    <main id="main" className="stat" aria-busy={months.isPending}>
      <p className="stat-i">{t('intro')}</p>
      <Losing />
      <div className="band" />
      {months.isPending && <Skeleton className="stat-s" height={560} />}
      {months.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void months.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {months.data?.length === 0 && <Empty title={t('none')}>{t('noneHint')}</Empty>}
      {shown && (
        <>
          <FilterChips
            label={t('month')}
            choices={months.data?.map(({ month }) => ({ value: month, label: nameOf(month) })) ?? []}
            value={shown.month}
            onChange={setChosen}
          />
          <Month key={shown.month} statistics={shown} />
        </>
      )}
      <div className="band" />
      <section className="stat-g">
        <h2>{t('how')}</h2>
        <p className="stat-n">{t('howFills')}</p>
        <p className="stat-n">{t('howHeld')}</p>
        <p className="stat-n">{t('howOutages')}</p>
      </section>
    </main>
  )
}

function Losing() {
  const t = useTexts(statisticsTexts)
  const share = useQuery(lossShareQuery).data
  return (
    <section className="stat-g" aria-busy={!share}>
      <h2>{t('losing')}</h2>
      {share ? (
        <>
          {share.percent !== null && <p className="stat-h num">{share.percent}%</p>}
          <p className="stat-n">
            {share.percent === null
              ? t('losingFew')
              : t('losingOf', { accounts: share.accounts, losing: share.losing })}
          </p>
        </>
      ) : (
        <Skeleton height={20} />
      )}
    </section>
  )
}
