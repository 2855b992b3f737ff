import { call } from '@maru/client/api/client'
import type { Line, StopLine } from '@maru/contract'
import { Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

interface Props {
  /** What it begins with. */
  first: Scope
  instruments: readonly Stoppable[]
  onClose: () => void
  onDone: () => void
}

/** An instrument as the page names it. */
export interface Stoppable {
  readonly line: Line
  readonly symbol: string
  readonly name: string
}

type Scope = 'INSTRUMENT' | 'LINE' | 'WITHDRAWALS'
const scopes = [
  { value: 'INSTRUMENT', label: t('instrument') },
  { value: 'LINE', label: t('wholeProduct') },
  { value: 'WITHDRAWALS', label: t('withdrawals') },
] as const satisfies readonly { value: Scope; label: string }[]
const lines = (Object.keys(lineWords) as StopLine[]).map((value) => ({ value, label: lineWords[value] }))

/** Stops at once: what is picked, as the page names it, and one word that says that it is meant. */
export function StopDialog({ first, instruments, onClose, onDone }: Props) {
  const mayTrade = useMay('stopTrading')
  const [scope, setScope] = useState<Scope>(mayTrade ? first : 'WITHDRAWALS')
  const [line, setLine] = useState<StopLine>('FUTURES')
  const [picked, setPicked] = useState('')
  const [typed, setTyped] = useState('')
  const listedIn = line === 'COPY' ? 'FUTURES' : line
  const offered = instruments.filter((one) => line === 'ROUND' || one.line === listedIn)
  const instrument = offered.some(({ symbol }) => symbol === picked) ? picked : ''
  const id = scope === 'INSTRUMENT' ? { id: `${line}:${instrument}` } : scope === 'LINE' ? { id: line } : {}
  const missing =
    scope === 'INSTRUMENT' && instrument === ''
      ? t('pickInstrument')
      : typed.trim().toLowerCase() === t('stopWord')
        ? null
        : t('typeToConfirm', { expected: t('stopWord') })
  return (
    <ActionDialog
      title={t('stopNowTitle')}
      confirm={t('stopNow')}
      tone="danger"
      done={t('stopped')}
      canned={[t('whyPrices'), t('whyExposure'), t('whyMaintenance')]}
      missing={missing}
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
      {scope === 'INSTRUMENT' && (
        <SelectField
          label={t('instrument')}
          value={instrument}
          none={t('pickInstrument')}
          choices={offered.map(({ symbol, name }) => ({
            value: symbol,
            label: name === symbol ? symbol : `${name} (${symbol})`,
          }))}
          onChange={setPicked}
        />
      )}
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
        label={t('typeToConfirm', { expected: t('stopWord') })}
        value={typed}
        onValue={setTyped}
        maxLength={10}
      />
      <p className="dim">{t('reopenRule')}</p>
    </ActionDialog>
  )
}
