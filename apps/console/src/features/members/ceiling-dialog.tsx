import { call } from '@maru/client/api/client'
import type { Ceiling } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'
import { ceilingWords } from './words.ts'

type Of = Pick<Ceiling, 'kind' | 'currency'>

const nameOf = ({ kind, currency }: Of) => `${kind} ${currency}`
const choices: readonly Of[] = [
  { kind: 'STAKE', currency: 'KRW' },
  { kind: 'ORDER', currency: 'KRW' },
  { kind: 'ORDER', currency: 'USDT' },
  { kind: 'DEPOSIT', currency: 'KRW' },
  { kind: 'DEPOSIT', currency: 'USDT' },
  { kind: 'WITHDRAWAL', currency: 'KRW' },
]

interface Props {
  id: number
  ceilings: readonly Ceiling[]
  onDone: () => void
  onClose: () => void
}

/** Lowers or lifts what one member may do at most; an empty amount lifts it. */
export function CeilingDialog({ id, ceilings, onDone, onClose }: Props) {
  const [name, setName] = useState('STAKE KRW')
  const [amount, setAmount] = useState('')
  const of = choices.find((one) => nameOf(one) === name) ?? { kind: 'STAKE', currency: 'KRW' }
  const { kind, currency } = of
  const before = ceilings.find((one) => nameOf(one) === name)?.amount
  const isTyped =
    currency === 'KRW' ? /^(0|[1-9]\d{0,14})$/.test(amount) : /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(amount)
  const shown = (value: string | undefined) => (value === undefined ? t('asSite') : formatMoney(value, currency))
  const isLift = amount === '' && before !== undefined
  return (
    <ActionDialog
      title={t('ceilingTitle')}
      confirm={isLift ? t('ceilingLift') : t('ceilingSet')}
      done={t('ceilingDone')}
      missing={isTyped || isLift ? null : t('needCeiling')}
      changes={
        isTyped || isLift
          ? [{ name: ceilingWords[kind], before: shown(before), after: shown(amount || undefined) }]
          : []
      }
      canned={[t('whyProtect'), t('whyRisk')]}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/ceiling', {
          params: { id: String(id) },
          body: { reason, kind, currency, ...(isTyped && { amount }), ...(before !== undefined && { before }) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        <label className="why">
          <span className="lb">{t('kind')}</span>
          <select value={name} onChange={(event) => setName(event.currentTarget.value)}>
            {choices.map((one) => (
              <option key={nameOf(one)} value={nameOf(one)}>
                {`${ceilingWords[one.kind]} · ${one.currency}`}
              </option>
            ))}
          </select>
        </label>
        <label className="why">
          <span className="lb">{t('ceilingAmount')}</span>
          <input
            placeholder={before === undefined ? '' : t('ceilingEmpty')}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            inputMode="decimal"
            maxLength={21}
          />
        </label>
      </div>
      <p className="dim">{t('ceilingHint')}</p>
    </ActionDialog>
  )
}
