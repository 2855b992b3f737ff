import './coupon.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { Bonus } from '@maru/contract'
import { Empty, Skeleton, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BonusCard } from './bonus-card.tsx'
import { CouponForm } from './coupon-form.tsx'
import { PastBonus } from './past-bonus.tsx'
import { bonusesQuery } from './queries.ts'
import { couponTexts } from './texts.ts'
import { TurnoverRules } from './turnover-rules.tsx'

type Shown = 'open' | 'past'

/** Coupons, and the bonuses that they and the desk gave. */
export default function CouponPage() {
  const t = useTexts(couponTexts)
  const { data, isError, refetch } = useQuery(bonusesQuery)
  const [shown, setShown] = useState<Shown>('open')
  const [open, past] = [(data?.bonuses ?? []).filter(isOpen), (data?.bonuses ?? []).filter((one) => !isOpen(one))]
  const choices = [
    { value: 'open', label: `${t('open')} ${open.length}` },
    { value: 'past', label: `${t('past')} ${past.length}` },
  ] as const
  return (
    <main id="main" className="cpn">
      <CouponForm />
      <div className="band" />
      <Tabs label={t('open')} choices={choices} value={shown} onChange={setShown} panelId="cpn-list" />
      <div id="cpn-list" role="tabpanel" aria-labelledby={`cpn-list-${shown}`}>
        {!data && !isError && <Skeleton height={160} className="cpn-wait" />}
        {isError && (
          <Empty title={t('failed')}>
            <button type="button" className="link" onClick={() => void refetch()}>
              {t('retry')}
            </button>
          </Empty>
        )}
        {data && shown === 'open' && open.map((bonus) => <BonusCard key={bonus.id} bonus={bonus} />)}
        {data && shown === 'past' && past.map((bonus) => <PastBonus key={bonus.id} bonus={bonus} />)}
        {data && (shown === 'open' ? open : past).length === 0 && (
          <Empty title={t(shown === 'open' ? 'noneOpen' : 'nonePast')} />
        )}
      </div>
      <TurnoverRules />
    </main>
  )
}

const isOpen = ({ closedAt }: Bonus): boolean => closedAt === null
