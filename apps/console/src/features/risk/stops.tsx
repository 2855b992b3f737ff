import { call } from '@maru/client/api/client'
import type { Stop } from '@maru/contract'
import { Badge, Button, formatTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { AreaIcon } from '../../parts/area-icon.tsx'
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

const switches = [
  { scope: 'INSTRUMENT', name: '종목', icon: 'instruments', permission: 'stopTrading' },
  { scope: 'LINE', name: '상품', icon: 'risk', permission: 'stopTrading' },
  { scope: 'WITHDRAWALS', name: '출금', icon: 'withdrawals', permission: 'stopWithdrawals' },
] as const

/** What of a switch is stopped now, in words. */
function stateOf(scope: Stop['scope'], on: readonly Stop[], isPausedByBreak: boolean): string {
  if (scope === 'WITHDRAWALS') {
    if (on.length > 0) return '정지'
    return isPausedByBreak ? '대사가 맞지 않아 멈춤' : '열림'
  }
  return on.length === 0 ? '모두 운영' : `정지 ${on.map(stopName).join(', ')}`
}

/** The emergency stops that stand, and the way to another one. */
export function Stops({ stops, isPausedByBreak, instruments, onChanged }: Props) {
  const [asking, setAsking] = useState<Stop['scope'] | null>(null)
  return (
    <section className="panel risk-stops" aria-labelledby="stops">
      <h2 id="stops" className="sr">
        긴급 정지
      </h2>
      <div className="risk-kills">
        {switches.map(({ scope, name, icon, permission }) => {
          const on = stops.filter((stop) => stop.scope === scope)
          const isShut = on.length > 0 || (scope === 'WITHDRAWALS' && isPausedByBreak)
          return (
            <div key={scope}>
              <AreaIcon name={icon} />
              <p>
                <b>{name}</b>
                <span className={isShut ? 'over' : 'dim'}>{stateOf(scope, on, isPausedByBreak)}</span>
              </p>
              <For permission={permission} what="긴급 정지">
                <Button tone="line" size={36} aria-label={`${name} 정지…`} onClick={() => setAsking(scope)}>
                  정지…
                </Button>
              </For>
            </div>
          )
        })}
      </div>
      {stops.length > 0 && (
        <ul>
          {stops.map((stop) => (
            <Standing key={stop.id} stop={stop} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {asking && (
        <StopDialog first={asking} instruments={instruments} onClose={() => setAsking(null)} onDone={onChanged} />
      )}
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
