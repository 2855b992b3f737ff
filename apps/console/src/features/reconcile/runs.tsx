import { call } from '@maru/client/api/client'
import type { ReconcileRun } from '@maru/contract'
import { Button, formatDateTime, formatTime, Icon } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'

const shown = 16

/** The runs of the last day, and one more now. */
export function Runs({ runs, onDone }: { runs: readonly ReconcileRun[]; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay('stopWithdrawals')
  useKeys([{ key: 'r', label: t('runNow'), run: () => setAsking(true) }], may)
  const sound = runs.filter(({ count }) => count === 0).length
  return (
    <section className="panel" aria-labelledby="runs">
      <header className="rec-h">
        <h2 id="runs">{t('runs')}</h2>
        <span className="dim">{t('runsHint', { length: runs.length, sound })}</span>
        <span className="sp" />
        {may && (
          <Button size={36} onClick={() => setAsking(true)}>
            {t('runNow')} <kbd>R</kbd>
          </Button>
        )}
      </header>
      {runs.length === 0 ? (
        <p className="rec-none dim">{t('noRuns')}</p>
      ) : (
        <ol className="rec-runs">
          {runs.slice(-shown).map(({ at, isFull, count }) => (
            <li key={at} className={count === 0 ? '' : 'bad'} title={formatDateTime(at)}>
              <span>
                {count === 0 ? <Icon name="check" small /> : <Icon name="close" small />}
                <span className="sr">{count === 0 ? t('runMatches') : t('runDiffers', { count })}</span>
              </span>
              <small className="num">{formatTime(at).slice(0, 5)}</small>
              <small className="dim">{isFull ? t('full') : t('partial')}</small>
            </li>
          ))}
        </ol>
      )}
      {isAsking && (
        <ActionDialog
          title={t('runTitle')}
          confirm={t('runs')}
          done={t('ran')}
          canned={[t('whyCheck')]}
          run={({ reason, key }) => call('POST /api/console/reconciliation/run', { params: {}, body: { reason }, key })}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
