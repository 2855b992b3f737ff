import { call } from '@maru/client/api/client'
import type { Stop } from '@maru/contract'
import { Badge, Button, formatTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { useMe } from '../../session/staff.ts'
import { StopDialog } from './stop-dialog.tsx'
import { stopName } from './words.ts'

interface Props {
  stops: readonly Stop[]
  isPausedByBreak: boolean
  /** Symbols that can be stopped. */
  instruments: readonly string[]
  onChanged: () => void
}

/** The emergency stops that stand, and the way to another one. */
export function Stops({ stops, isPausedByBreak, instruments, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="panel risk-stops" aria-labelledby="stops">
      <header>
        <h2 id="stops">긴급 정지</h2>
        {stops.length === 0 && <span className="dim">서 있는 정지가 없습니다</span>}
        {isPausedByBreak && <Badge tone="warn">대사가 맞지 않아 출금이 멈춰 있습니다</Badge>}
        <span className="sp" />
        <For permission="stopWithdrawals" what="긴급 정지">
          <Button tone="line" size={36} onClick={() => setAsking(true)}>
            정지…
          </Button>
        </For>
      </header>
      {stops.length > 0 && (
        <ul>
          {stops.map((stop) => (
            <Standing key={stop.id} stop={stop} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {isAsking && <StopDialog instruments={instruments} onClose={() => setAsking(false)} onDone={onChanged} />}
    </section>
  )
}

function Standing({ stop, onChanged }: { stop: Stop; onChanged: () => void }) {
  const me = useMe()
  const [step, setStep] = useState<'confirm' | 'open' | null>(null)
  const { id, reason, givenAt, confirmBy, confirmedBy } = stop
  return (
    <li>
      <b>{stopName(stop)}</b>
      <span className="dim">
        {formatTime(givenAt)}부터 · {reason}
      </span>
      <span className="sp" />
      {confirmedBy === null && <Badge tone="warn">{formatTime(confirmBy)}까지 두 번째 확인</Badge>}
      {confirmedBy === null && stop.givenBy !== me.memberId && (
        <Button size={36} onClick={() => setStep('confirm')}>
          확인…
        </Button>
      )}
      <Button size={36} onClick={() => setStep('open')}>
        다시 열기…
      </Button>
      {step === 'confirm' && (
        <ActionDialog
          title={`${stopName(stop)} 정지를 확인합니다`}
          confirm="정지 확인"
          done="확인했습니다"
          run={({ reason: why, key }) =>
            call('POST /api/console/stop/:id/confirm', { params: { id: String(id) }, body: { reason: why }, key })
          }
          onDone={onChanged}
          onClose={() => setStep(null)}
        />
      )}
      {step === 'open' && (
        <ActionDialog
          title={`${stopName(stop)} 정지를 풉니다`}
          confirm="승인 요청"
          done="요청했습니다"
          changes={[{ name: stopName(stop), before: '정지', after: '운영' }]}
          run={({ reason: why, key }) =>
            call('POST /api/console/stop/:id/open', { params: { id: String(id) }, body: { reason: why }, key })
          }
          onClose={() => setStep(null)}
        />
      )}
    </li>
  )
}
