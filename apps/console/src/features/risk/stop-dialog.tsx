import { call } from '@maru/client/api/client'
import type { Line } from '@maru/contract'
import { Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

interface Props {
  /** What it begins with. */
  first: Scope
  instruments: readonly string[]
  onClose: () => void
  onDone: () => void
}

type Scope = 'INSTRUMENT' | 'LINE' | 'WITHDRAWALS'
const scopes = [
  { value: 'INSTRUMENT', label: t('instrument') },
  { value: 'LINE', label: t('wholeProduct') },
  { value: 'WITHDRAWALS', label: t('withdrawals') },
] as const satisfies readonly { value: Scope; label: string }[]
const lines = (Object.keys(lineWords) as Line[]).map((value) => ({ value, label: lineWords[value] }))

/** Stops at once; whoever does it writes the name of what he stops. */
export function StopDialog({ first, instruments, onClose, onDone }: Props) {
  const mayTrade = useMay('stopTrading')
  const [scope, setScope] = useState<Scope>(mayTrade ? first : 'WITHDRAWALS')
  const [line, setLine] = useState<Line>('FUTURES')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const expected = scope === 'LINE' ? lineWords[line] : t('withdrawals')
  const isNamed = scope === 'INSTRUMENT' ? instruments.includes(name) : name === expected
  const id = scope === 'INSTRUMENT' ? { id: `${line}:${name}` } : scope === 'LINE' ? { id: line } : {}
  const hint = scope === 'INSTRUMENT' ? t('typeInstrument') : t('typeToConfirm', { expected })
  return (
    <ActionDialog
      title={t('stopNowTitle')}
      confirm={t('stopNow')}
      tone="primary"
      done={t('stopped')}
      canned={[t('whyPrices'), t('whyExposure'), t('whyMaintenance')]}
      missing={isNamed ? null : hint}
      run={({ reason, key }) => call('POST /api/console/stop', { params: {}, body: { scope, ...id, reason }, key })}
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented
        label={t('what')}
        choices={scopes.map((one) => ({ ...one, disabled: !mayTrade && one.value !== 'WITHDRAWALS' }))}
        value={scope}
        onChange={setScope}
      />
      {scope !== 'WITHDRAWALS' && <Segmented label={t('product')} choices={lines} value={line} onChange={setLine} />}
      <div className="risk-what">
        <p>
          <b>{t('whatStops')}</b>
          {scope === 'WITHDRAWALS' ? t('withdrawalsStop') : t('tradingStops')}
        </p>
        <p>
          <b>{t('whatGoesOn')}</b>
          {scope === 'WITHDRAWALS' ? t('withdrawalsGoOn') : t('tradingGoesOn')}
        </p>
      </div>
      <TextField
        label={scope === 'INSTRUMENT' ? t('instrumentName') : t('confirm')}
        value={typed}
        onValue={(next) => setTyped(scope === 'INSTRUMENT' ? next.toUpperCase() : next)}
      />
      <p className="dim">{t('reopenRule')}</p>
    </ActionDialog>
  )
}
