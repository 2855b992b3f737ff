import { call } from '@maru/client/api/client'
import type { ConsoleCoupon } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime, formatKrw } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
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
  const state = stateOf(row, clock.now())
  return (
    <SidePanel
      title={row.title}
      badges={<Badge>{state}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        row.closedAt === null && (
          <For permission="couponsRevoke" what="거두기">
            <Button onClick={() => setRevoking(true)}>쿠폰 거두기</Button>
          </For>
        )
      }
    >
      <p className="sum">{formatKrw(row.point)}</p>
      <dl className="kv">
        <dt>코드</dt>
        <dd>
          <Copied text={row.code} label="코드" />
        </dd>
        <dt>조건</dt>
        <dd>보너스의 {row.multiple}배 거래</dd>
        <dt>현금이 되는 한도</dt>
        <dd>{formatKrw(row.cap)}</dd>
        <dt>쓴 수</dt>
        <dd>
          {formatCount(row.uses)} / {formatCount(row.maxUses)}
        </dd>
        <dt>기간</dt>
        <dd>{formatDateTime(row.startsAt)}</dd>
        <dt />
        <dd>{formatDateTime(row.endsAt)}까지</dd>
        <dt>첫 입금 회원만</dt>
        <dd>{row.isFirstDeposit ? '예' : '아니요'}</dd>
        <dt>쓸 수 있는 회원</dt>
        <dd>{row.audience.length === 0 ? '모두' : `${row.audience.length}명`}</dd>
        <dt>만든 직원</dt>
        <dd>{row.createdBy}</dd>
        <dt>승인한 직원</dt>
        <dd>{row.approvedBy}</dd>
      </dl>
      {revoking && (
        <ActionDialog
          title="쿠폰을 거둡니다"
          confirm="거두기"
          done="쿠폰을 거두었습니다"
          changes={[{ name: row.title, before: state, after: '거둠 · 이미 준 보너스는 남음' }]}
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
