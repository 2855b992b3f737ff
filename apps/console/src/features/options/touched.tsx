import { call } from '@maru/client/api/client'
import { Button, FormError, formatCount, formatTime } from '@maru/ui'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { itemsOf, type Pending } from './draft.ts'
import type { Keys } from './named.ts'
import { refusalText } from './rules.ts'
import { t } from './texts.ts'

interface Count {
  readonly at: number
  readonly orders: number
  readonly positions: number
  readonly rounds: number
  readonly bets: number
  readonly members: number
  readonly cut: readonly { readonly memberId: number; readonly username: string }[]
}

/** What the set would touch, counted on a copy of the house: nobody's order waits for it. */
export function Touched({ pending, keys }: { pending: readonly Pending[]; keys: Keys }) {
  const items = itemsOf(pending)
  const asked = JSON.stringify(items)
  const [counted, setCounted] = useState<{ readonly asked: string; readonly count: Count } | null>(null)
  const { act, busy, failure } = useAct()
  const count = counted?.asked === asked ? counted.count : null
  const run = () =>
    void act({
      run: (key) => call('POST /api/console/option/dry-run', { params: {}, body: { items }, key }),
      done: t('counted'),
      onDone: (reply) => setCounted({ asked, count: reply }),
    })
  return (
    <>
      <h3>{t('touches')}</h3>
      {count === null ? (
        <Button size={36} aria-busy={busy} onClick={run}>
          {busy ? t('counting') : t('count')}
        </Button>
      ) : (
        <>
          <dl className="kv" aria-label={t('touches')}>
            <dt>{t('openRounds')}</dt>
            <dd>{formatCount(count.rounds)}</dd>
            <dt>{t('stakes')}</dt>
            <dd>{formatCount(count.bets)}</dd>
            <dt>{t('openOrders')}</dt>
            <dd>{formatCount(count.orders)}</dd>
            <dt>{t('openPositions')}</dt>
            <dd>{formatCount(count.positions)}</dd>
            <dt>{t('members')}</dt>
            <dd>{formatCount(count.members)}</dd>
            {count.cut.length > 0 && (
              <>
                <dt>{t('wouldCut')}</dt>
                <dd>{count.cut.map(({ memberId, username }) => `${username} (${memberId})`).join(', ')}</dd>
              </>
            )}
          </dl>
          <p className="dim">{t('countedAt', { at: formatTime(count.at) })}</p>
        </>
      )}
      {failure !== null && <FormError>{refusalText(failure, keys)}</FormError>}
    </>
  )
}
