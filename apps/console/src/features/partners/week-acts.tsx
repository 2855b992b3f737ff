import { call } from '@maru/client/api/client'
import type { CommissionLineRow, CommissionNode } from '@maru/contract'
import { Button, Empty, formatCount, formatKrw, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { commissionStatusWords, commissionTypeWords } from '../../parts/table-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

interface Props {
  week: string
  node: CommissionNode
  onDone: () => void
}
type Act = 'pay' | 'hold' | 'reject'

/** One partner's week: why each won is there, what was left out, and what can be done with it. */
export function WeekActs({ week, node, onDone }: Props) {
  const siteId = useSiteId()
  const [act, setAct] = useState<Act | null>(null)
  const { data, error } = useQuery({
    queryKey: ['commission-lines', siteId, week, node.partnerId],
    queryFn: () =>
      call('GET /api/console/commission/line', { query: { week, partnerId: String(node.partnerId), size: '100' } }),
  })
  const { state } = node
  return (
    <section className="panel own-panel pn-node" aria-label={node.name}>
      <h2>{t('whyShare', { name: node.name })}</h2>
      {error ? (
        <Empty title={t('weekFailed')}>{errorText(error)}</Empty>
      ) : data ? (
        <ul className="pn-lines">
          {data.content.map((line) => (
            <Line key={`${line.type}${line.branchId}`} line={line} />
          ))}
          {data.content.length === 0 && <li className="dim">{t('noLines')}</li>}
        </ul>
      ) : (
        <Skeleton width="100%" height={64} />
      )}
      {(state === 'WAITING' || state === 'HELD') && (
        <For permission="partners" what={t('payout')}>
          <div className="pn-acts">
            <Button onClick={() => setAct('reject')}>{t('rejectDots')}</Button>
            <Button onClick={() => setAct('hold')}>{state === 'HELD' ? t('releaseDots') : t('holdDots')}</Button>
            {state === 'WAITING' && (
              <Button tone="primary" onClick={() => setAct('pay')}>
                {t('payDots')}
              </Button>
            )}
          </div>
        </For>
      )}
      {act && <ActOnWeek week={week} node={node} act={act} onDone={onDone} onClose={() => setAct(null)} />}
    </section>
  )
}

function Line({ line }: { line: CommissionLineRow }) {
  return (
    <li>
      <b>{commissionTypeWords[line.type]}</b>
      <span>{line.branchName ?? t('direct')}</span>
      <span className="num">
        {t('lineOf', {
          base: formatKrw(line.base),
          own: String(Number(line.ownRate)),
          child: String(Number(line.childRate)),
        })}
      </span>
      <b className="num">{formatKrw(line.amount)}</b>
      {line.carry !== '0' && <small className="dim">{t('carried', { amount: formatKrw(line.carry) })}</small>}
      {line.leftOutCount > 0 && (
        <small className="dim">
          {t('leftOut', { count: formatCount(line.leftOutCount), base: formatKrw(line.leftOutBase) })}
        </small>
      )}
    </li>
  )
}

function ActOnWeek({ week, node, act, onDone, onClose }: Props & { act: Act; onClose: () => void }) {
  const { partnerId, name, amount, state, version } = node
  const params = { week, partnerId: String(partnerId) }
  const change = (after: keyof typeof commissionStatusWords) => [
    { name: `${name} ${formatKrw(amount)}`, before: commissionStatusWords[state], after: commissionStatusWords[after] },
  ]
  if (act === 'hold') {
    const isHeld = state !== 'HELD'
    return (
      <ActionDialog
        title={isHeld ? t('holdOf', { name }) : t('releaseOf', { name })}
        confirm={isHeld ? t('hold') : t('release')}
        done={isHeld ? t('heldDone') : t('releasedDone')}
        changes={change(isHeld ? 'HELD' : 'WAITING')}
        run={({ reason, key }) =>
          call('POST /api/console/commission/:week/:partnerId/hold', {
            params,
            body: { reason, isHeld, version: version ?? 0 },
            key,
          })
        }
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  const shared = { confirm: t('askSecond'), done: t('askedSecond'), onDone, onClose }
  if (act === 'reject')
    return (
      <ActionDialog
        {...shared}
        title={t('rejectOf', { name })}
        changes={change('REJECTED')}
        run={({ reason, key }) =>
          call('POST /api/console/commission/:week/:partnerId/reject', { params, body: { reason }, key })
        }
      />
    )
  return (
    <ActionDialog
      {...shared}
      title={t('payOf', { name })}
      changes={change('PAID')}
      canned={[t('whyMatches'), t('whyNoObjection')]}
      run={({ reason, key }) =>
        call('POST /api/console/commission/pay', { params: {}, body: { reason, week, partnerIds: [partnerId] }, key })
      }
    />
  )
}
