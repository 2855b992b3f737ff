import './limits.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { StakeCurrency } from '@maru/contract'
import { Button, buttonClass, Empty, Icon, Segmented, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { limitsQuery } from '../../protection/limits.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { BreakSection } from './break-section.tsx'
import { CeilingSection } from './ceiling-section.tsx'
import { ExcludeSection } from './exclude-section.tsx'
import { LimitList } from './limit-list.tsx'
import { type LimitKey, LimitSheet } from './limit-sheet.tsx'
import { useRiseHours } from './rise-hours.ts'
import { limitTexts } from './texts.ts'

/** The time of use goes on while the page is open. */
const followEveryMs = 30_000

/** Each currency that is traded in has limits of its own. */
const currencies = (t: (word: 'ofWon' | 'ofUsdt') => string) =>
  [
    { value: 'KRW', label: t('ofWon') },
    { value: 'USDT', label: t('ofUsdt') },
  ] as const

/** Self-set limits, breaks, self-exclusion and where to find help (rules J). */
export default function LimitsPage() {
  const t = useTexts(limitTexts)
  const riseHours = useRiseHours()
  const limits = useQuery({ ...limitsQuery(true), refetchInterval: followEveryMs })
  const [editing, setEditing] = useState<LimitKey | null>(null)
  const [currency, setCurrency] = useState<StakeCurrency>('KRW')
  const hasFutures = useSite(({ site }) => site !== null && featuresOf(site).futures)
  return (
    <main id="main" className="limits">
      {limits.isPending && (
        <section className="lim lim-s" aria-busy="true">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o'].map((row) => (
            <Skeleton key={row} height={24} />
          ))}
        </section>
      )}
      {limits.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void limits.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {limits.data && (
        <>
          {limits.data.ceilings.length > 0 && (
            <>
              <CeilingSection ceilings={limits.data.ceilings} />
              <div className="band" />
            </>
          )}
          <p className="lim-i">{t('intro', { hours: riseHours })}</p>
          {hasFutures && (
            <div className="lim">
              <Segmented label={t('currency')} choices={currencies(t)} value={currency} onChange={setCurrency} />
            </div>
          )}
          {(['DEPOSIT', 'LOSS', 'STAKE'] as const).map((kind) => (
            <Fragment key={kind}>
              <LimitList kind={kind} currency={currency} limits={limits.data} onEdit={setEditing} />
              <div className="band" />
            </Fragment>
          ))}
          <LimitList kind="TIME" currency={null} limits={limits.data} onEdit={setEditing} />
          <div className="band" />
          <BreakSection coolOffUntil={limits.data.coolOffUntil} />
          <div className="band" />
          <ExcludeSection until={limits.data.selfExcludedUntil} />
        </>
      )}
      <div className="band" />
      <section className="lim">
        <h2>{t('helpTitle')}</h2>
        <p className="lim-h">{t('helpText')}</p>
        <a href="tel:1336" className={`${buttonClass({ tone: 'line' })} wide`}>
          <Icon name="phone" small />
          {t('helpCall')}
        </a>
      </section>
      <LimitSheet target={editing} limits={limits.data} onClose={() => setEditing(null)} />
    </main>
  )
}
