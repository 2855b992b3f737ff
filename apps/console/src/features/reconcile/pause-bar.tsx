import { call } from '@maru/client/api/client'
import type { Reconciliation } from '@maru/contract'
import { Button, formatCount, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { t } from './texts.ts'

/** Withdrawals wait because the books did not balance; two persons open them once a run found nothing. */
export function PauseBar({ standing, onDone }: { standing: Reconciliation; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { waiting, breaks } = standing
  const count = breaks.reduce((sum, one) => sum + one.count, 0)
  return (
    <section className="panel rec-pause" aria-labelledby="pause">
      <div>
        <h2 id="pause">{t('stopped')}</h2>
        <p>
          {t('waitingMoney', {
            lines: count > 0 ? t('linesDiffer', { count: formatCount(count) }) : t('matchesAgain'),
            count: formatCount(waiting.count),
            won: formatMoney(waiting.won, 'KRW'),
          })}
        </p>
      </div>
      <span className="sp" />
      <For permission="stopWithdrawals" what={t('reopen')}>
        {count > 0 ? (
          <p className="dim">{t('reopenHint')}</p>
        ) : (
          <Button tone="primary" onClick={() => setAsking(true)}>
            {t('reopenDots')}
          </Button>
        )}
      </For>
      {isAsking && (
        <ActionDialog
          title={t('reopenTitle')}
          confirm={t('askApproval')}
          done={t('asked')}
          changes={[{ name: t('withdrawals'), before: t('stop'), after: t('open') }]}
          canned={[t('whyMatched')]}
          run={({ reason, key }) =>
            call('POST /api/console/reconciliation/open', { params: {}, body: { reason }, key })
          }
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
