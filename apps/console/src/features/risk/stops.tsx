import { call } from '@maru/client/api/client'
import type { Stop } from '@maru/contract'
import { Badge, Button, formatTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { AreaIcon } from '../../parts/area-icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { For, useMay } from '../../parts/may.tsx'
import { useMe } from '../../session/staff.ts'
import { StopDialog, type Stoppable } from './stop-dialog.tsx'
import { t } from './texts.ts'
import { stopName } from './words.ts'

interface Props {
  stops: readonly Stop[]
  isPausedByBreak: boolean
  /** Instruments that can be stopped. */
  instruments: readonly Stoppable[]
  onChanged: () => void
}

const switches = [
  { scope: 'INSTRUMENT', name: t('instrument'), icon: 'instruments', permission: 'stopTrading' },
  { scope: 'LINE', name: t('product'), icon: 'risk', permission: 'stopTrading' },
  { scope: 'WITHDRAWALS', name: t('withdrawals'), icon: 'withdrawals', permission: 'stopWithdrawals' },
] as const

/** What of a switch is stopped now, in words. */
function stateOf(scope: Stop['scope'], on: readonly Stop[], isPausedByBreak: boolean): string {
  if (scope === 'WITHDRAWALS') {
    if (on.length > 0) return t('stop')
    return isPausedByBreak ? t('stoppedByBooks') : t('open')
  }
  return on.length === 0 ? t('allRunning') : t('stopsCount', { stops: on.map(stopName).join(', ') })
}

/** The emergency stops that stand, and the way to another one. */
export function Stops({ stops, isPausedByBreak, instruments, onChanged }: Props) {
  const [asking, setAsking] = useState<Stop['scope'] | null>(null)
  const mayTrade = useMay('stopTrading')
  const mayWithdraw = useMay('stopWithdrawals')
  useKeys(
    [{ key: 'k', label: t('emergencyStop'), run: () => setAsking(mayTrade ? 'INSTRUMENT' : 'WITHDRAWALS') }],
    mayTrade || mayWithdraw,
  )
  return (
    <section className="panel risk-stops" aria-labelledby="stops">
      <h2 id="stops" className="sr">
        {t('emergencyStop')}
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
              <For permission={permission} what={t('emergencyStop')}>
                <Button tone="line" size={36} aria-label={t('stopOf', { name })} onClick={() => setAsking(scope)}>
                  {t('stopDots')}
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
      <span className="dim">{t('since', { givenAt: formatTime(givenAt), reason })}</span>
      <span className="sp" />
      {confirmedBy === null && <Badge tone="warn">{t('secondUntil', { confirmBy: formatTime(confirmBy) })}</Badge>}
      {confirmedBy === null && stop.givenBy !== me.memberId && (
        <Button size={36} onClick={() => setStep('confirm')}>
          {t('confirmDots')}
        </Button>
      )}
      <Button size={36} onClick={() => setStep('open')}>
        {t('reopenDots')}
      </Button>
      {step === 'confirm' && (
        <ActionDialog
          title={t('confirmStopTitle', { stop: stopName(stop) })}
          confirm={t('confirmStop')}
          done={t('confirmed')}
          run={({ reason: why, key }) =>
            call('POST /api/console/stop/:id/confirm', { params: { id: String(id) }, body: { reason: why }, key })
          }
          onDone={onChanged}
          onClose={() => setStep(null)}
        />
      )}
      {step === 'open' && (
        <ActionDialog
          title={t('liftTitle', { stop: stopName(stop) })}
          confirm={t('askApproval')}
          done={t('asked')}
          changes={[{ name: stopName(stop), before: t('stop'), after: t('operating') }]}
          run={({ reason: why, key }) =>
            call('POST /api/console/stop/:id/open', { params: { id: String(id) }, body: { reason: why }, key })
          }
          onClose={() => setStep(null)}
        />
      )}
    </li>
  )
}
