import './limits.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, buttonClass, Empty, Icon, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limitsQuery } from '../../protection/limits.ts'
import { BreakSection } from './break-section.tsx'
import { ExcludeSection } from './exclude-section.tsx'
import { LimitList } from './limit-list.tsx'
import { type LimitKey, LimitSheet } from './limit-sheet.tsx'
import { useRiseHours } from './rise-hours.ts'
import { limitTexts } from './texts.ts'

/** The time of use goes on while the page is open. */
const followEveryMs = 30_000

/** Self-set limits, breaks, self-exclusion and where to find help (rules J). */
export default function LimitsPage() {
  const t = useTexts(limitTexts)
  const riseHours = useRiseHours()
  const limits = useQuery({ ...limitsQuery(true), refetchInterval: followEveryMs })
  const [editing, setEditing] = useState<LimitKey | null>(null)
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
          <p className="lim-i">{t('intro', { hours: riseHours })}</p>
          <LimitList kind="DEPOSIT" limits={limits.data} onEdit={setEditing} />
          <div className="band" />
          <LimitList kind="LOSS" limits={limits.data} onEdit={setEditing} />
          <div className="band" />
          <LimitList kind="STAKE" limits={limits.data} onEdit={setEditing} />
          <div className="band" />
          <LimitList kind="TIME" limits={limits.data} onEdit={setEditing} />
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
