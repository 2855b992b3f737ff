import { call } from '@maru/client/api/client'
import type { DeskP2pOrder } from '@maru/contract'
import { Badge, Button, formatDateTime, formatKrw, formatUsdt } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Marks } from '../../parts/marks.tsx'
import { For, useMay } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useSiteId } from '../../session/staff.ts'
import { Course } from './course.tsx'
import { t } from './texts.ts'
import { causeOf, sideWords, stateOf } from './words.ts'

interface Props {
  row: DeskP2pOrder
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** One order: what both sides said, the pictures they sent, and the decision that CS proposes and FINANCE agrees to. */
export function DisputePanel({ row, place, onClose, onChanged }: Props) {
  const siteId = useSiteId()
  const [decision, setDecision] = useState<'RELEASE' | 'RETURN' | null>(null)
  const { data } = useQuery({
    queryKey: ['p2p', 'one', siteId, row.id, row.version],
    queryFn: () => call('GET /api/console/p2p/:id', { params: { id: String(row.id) } }),
  })
  useKeys(
    [
      { key: 'a', label: t('payCoin'), run: () => setDecision('RELEASE') },
      { key: 'r', label: t('giveBack'), run: () => setDecision('RETURN') },
    ],
    useMay('disputes') && row.state === 'DISPUTED',
  )
  return (
    <SidePanel
      title={t('order')}
      badges={
        <>
          <Badge>{row.id}</Badge>
          <Badge tone={row.state === 'DISPUTED' ? 'warn' : 'neutral'}>{stateOf(row)}</Badge>
          {row.escalatedAt !== null && <Badge tone="warn">{t('late')}</Badge>}
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        row.state === 'DISPUTED' && (
          <For permission="disputes" what={t('decide')}>
            <div className="act2">
              <Button onClick={() => setDecision('RETURN')}>
                {t('giveBack')}… <kbd>R</kbd>
              </Button>
              <Button tone="primary" onClick={() => setDecision('RELEASE')}>
                {t('payCoin')}… <kbd>A</kbd>
              </Button>
            </div>
          </For>
        )
      }
    >
      <Marks marks={row.marks} />
      <p className="sum">{formatKrw(row.won)}</p>
      <p className="said">
        {row.name} {sideWords[row.side]} · {formatUsdt(row.point)} USDT · {row.merchant}
      </p>
      {row.escalatedAt !== null && <p className="said is-warn">{t('lateNote')}</p>}
      {row.reviewBy !== null && <p className="said">{t('reviewNote')}</p>}
      <h3>{t('orderShort')}</h3>
      <dl className="kv">
        <dt>{t('cause')}</dt>
        <dd>{causeOf(row) || '–'}</dd>
        <dt>{t('account')}</dt>
        <dd>{row.account ?? '–'}</dd>
        <dt>{t('memo')}</dt>
        <dd>{row.memo || '–'}</dd>
        <dt>{t('reference')}</dt>
        <dd>{row.reference ? <Copied text={row.reference} label={t('reference')} /> : '–'}</dd>
        <dt>{t('orderedAt')}</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>{t('coin')}</dt>
        <dd>{row.isHeld ? t('held') : row.state === 'DISPUTED' && row.side === 'BUY' ? t('noHold') : t('notHeld')}</dd>
      </dl>
      <h3>{t('course')}</h3>
      <Course order={row} statements={data?.statements ?? []} />
      {decision !== null && (
        <ActionDialog
          title={decision === 'RELEASE' ? t('payTitle') : t('returnTitle')}
          confirm={t(decision === 'RELEASE' ? 'askPay' : 'askReturn', { coins: formatUsdt(row.point) })}
          done={t('decided')}
          changes={[
            {
              name: `${formatUsdt(row.point)} USDT`,
              before: t('holding'),
              after: (decision === 'RELEASE') === (row.side === 'BUY') ? t('toMember') : t('toMerchant'),
            },
          ]}
          run={({ reason, key }) =>
            call('POST /api/console/p2p/:id/decide', {
              params: { id: String(row.id) },
              body: { reason, version: row.version, decision },
              key,
            })
          }
          onDone={onChanged}
          onClose={() => setDecision(null)}
        />
      )}
    </SidePanel>
  )
}
