import { call } from '@maru/client/api/client'
import type { ConsoleCoupon } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime, formatKrw } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { t } from './texts.ts'
import { stateOf } from './words.ts'

interface Props {
  row: ConsoleCoupon
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** What a coupon gives, to whom, how often it was used, and its end. */
export function CouponPanel({ row, place, onClose, onChanged }: Props) {
  const [revoking, setRevoking] = useState(false)
  const nameOf = useStaffNames()
  const state = stateOf(row, clock.now())
  return (
    <SidePanel
      title={row.title}
      badges={<Badge>{state}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        row.closedAt === null && (
          <For permission="couponsRevoke" what={t('take')}>
            <Button onClick={() => setRevoking(true)}>{t('takeCoupon')}</Button>
          </For>
        )
      }
    >
      <p className="sum">{formatKrw(row.point)}</p>
      <dl className="kv">
        <dt>{t('code')}</dt>
        <dd>
          <Copied text={row.code} label={t('code')} />
        </dd>
        <dt>{t('conditions')}</dt>
        <dd>{t('turnover', { multiple: row.multiple })}</dd>
        <dt>{t('cashLimit')}</dt>
        <dd>{formatKrw(row.cap)}</dd>
        <dt>{t('used')}</dt>
        <dd>
          {formatCount(row.uses)} / {formatCount(row.maxUses)}
        </dd>
        <dt>{t('period')}</dt>
        <dd>{formatDateTime(row.startsAt)}</dd>
        <dt />
        <dd>{t('until', { endsAt: formatDateTime(row.endsAt) })}</dd>
        <dt>{t('firstDepositOnly')}</dt>
        <dd>{row.isFirstDeposit ? t('yes') : t('no')}</dd>
        <dt>{t('whoMayUse')}</dt>
        <dd>{row.audience.length === 0 ? t('everyone') : t('people', { length: row.audience.length })}</dd>
        <dt>{t('makerStaff')}</dt>
        <dd>{nameOf(row.createdBy)}</dd>
        <dt>{t('approverStaff')}</dt>
        <dd>{nameOf(row.approvedBy)}</dd>
      </dl>
      {revoking && (
        <ActionDialog
          title={t('takeTitle')}
          confirm={t('take')}
          done={t('takenDone')}
          changes={[{ name: row.title, before: state, after: t('takenEffect') }]}
          run={({ reason, key }) =>
            call('POST /api/console/coupon/:id/revoke', { params: { id: String(row.id) }, body: { reason }, key })
          }
          onDone={onChanged}
          onClose={() => setRevoking(false)}
        />
      )}
    </SidePanel>
  )
}
