import { call } from '@maru/client/api/client'
import type { Reconciliation } from '@maru/contract'
import { Button, formatCount, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'

/** Withdrawals wait because the books did not balance; two persons open them once a run found nothing. */
export function PauseBar({ standing, onDone }: { standing: Reconciliation; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { waiting, breaks } = standing
  const count = breaks.reduce((sum, one) => sum + one.count, 0)
  return (
    <section className="panel rec-pause" aria-labelledby="pause">
      <div>
        <h2 id="pause">출금을 멈췄습니다</h2>
        <p>
          {count > 0 ? `어긋난 줄 ${formatCount(count)}건` : '대사가 다시 맞습니다'} · 출금 {formatCount(waiting.count)}
          건 {formatMoney(waiting.won, 'KRW')}이 기다립니다
        </p>
      </div>
      <span className="sp" />
      <For permission="stopWithdrawals" what="다시 열기">
        {count > 0 ? (
          <p className="dim">바로잡고 다시 실행해 맞은 뒤에 열 수 있습니다</p>
        ) : (
          <Button tone="primary" onClick={() => setAsking(true)}>
            출금 다시 열기…
          </Button>
        )}
      </For>
      {isAsking && (
        <ActionDialog
          title="대사로 멈춘 출금을 다시 엽니다"
          confirm="승인 요청"
          done="요청했습니다"
          changes={[{ name: '출금', before: '멈춤', after: '열림' }]}
          canned={['어긋난 줄을 바로잡고 대사가 맞은 것을 확인했습니다']}
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
