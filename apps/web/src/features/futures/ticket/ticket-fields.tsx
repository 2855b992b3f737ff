import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption } from '@maru/contract'
import { DecimalStepper, Slider } from '@maru/ui'
import type { Dispatch } from 'react'
import { nameOf } from '../../../trading/index.ts'
import { priceText, zeroOf } from '../figures.ts'
import { unitOf } from '../terms.ts'
import { futuresTexts } from '../texts.ts'
import { FieldFault } from './field-fault.tsx'
import {
  maxOf,
  qtyOf,
  shareOf,
  summarise,
  type TicketAction,
  type TicketError,
  type TicketHolder,
  type TicketInputs,
  type TicketPrices,
  takesPrice,
  takesTrigger,
} from './form.ts'
import { TriggerBy } from './trigger-by.tsx'

const shares = [0, 25, 50, 75, 100] as const

export interface FieldsProps {
  option: FuturesOption
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  faults: readonly TicketError[]
}

/** Trigger, price and quantity, as far as the type of the order takes them. */
export function Fields({
  option,
  inputs,
  dispatch,
  faults,
  last,
  holder,
}: FieldsProps & { last: number | null; holder: TicketHolder | null }) {
  const t = useTexts(futuresTexts)
  const { tickSize, precision, stepSize, qtyPrecision, stock } = option
  const isWrong = (name: TicketError['field']) => faults.some(({ field }) => field === name)
  const start = last === null || !holder ? '0' : priceText(last, holder.terms).replaceAll(',', '')
  const price = {
    step: tickSize,
    decimals: precision,
    placeholder: zeroOf(precision),
    start,
    decreaseLabel: t('less', { step: tickSize }),
    increaseLabel: t('more', { step: tickSize }),
  }
  return (
    <div className="tk-f">
      {takesTrigger(inputs) && (
        <>
          <DecimalStepper
            {...price}
            label={t('trigger')}
            value={inputs.trigger}
            onValue={(value) => dispatch({ kind: 'trigger', value })}
            invalid={isWrong('trigger')}
          />
          <FieldFault of="trigger" faults={faults} />
          <TriggerBy
            label={t('triggerBy')}
            isMark={inputs.isMark}
            onChange={(on) => dispatch({ kind: 'isMark', on })}
          />
        </>
      )}
      {takesPrice(inputs) ? (
        <>
          <DecimalStepper
            {...price}
            label={t('price')}
            value={inputs.price}
            onValue={(value) => dispatch({ kind: 'price', value })}
            invalid={isWrong('price')}
          />
          <FieldFault of="price" faults={faults} />
        </>
      ) : (
        !takesTrigger(inputs) && <div className="step is-fixed">{t('marketPrice')}</div>
      )}
      <DecimalStepper
        label={t('qty', { unit: unitOf(nameOf(stock)) })}
        value={inputs.qty}
        onValue={(value) => dispatch({ kind: 'qty', value })}
        step={stepSize}
        decimals={qtyPrecision}
        placeholder={zeroOf(qtyPrecision)}
        decreaseLabel={t('less', { step: stepSize })}
        increaseLabel={t('more', { step: stepSize })}
        invalid={isWrong('qty')}
      />
      <FieldFault of="qty" faults={faults} />
    </div>
  )
}

/** The quantity as a share of what may be ordered. */
export function Shares({
  inputs,
  dispatch,
  holder,
  now,
}: {
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  holder: TicketHolder | null
  now: () => TicketPrices
}) {
  const t = useTexts(futuresTexts)
  const maxNow = () => (holder ? maxOf(summarise(inputs, holder, now()), inputs, holder) : 0)
  const set = (share: number) =>
    holder && dispatch({ kind: 'share', share, qty: shareOf(maxNow(), share, holder.terms) })
  // A typed quantity stands where it comes nearest.
  const typed = holder && inputs.share === null ? qtyOf(inputs, holder.terms) : 0
  const shown = typed === 0 ? (inputs.share ?? 0) : Math.min(100, Math.round((typed / Math.max(1, maxNow())) * 100))
  return (
    <Slider
      label={t('share')}
      value={shown}
      max={100}
      step={1}
      marks={shares}
      format={(share) => `${share}%`}
      disabled={!holder || (holder.available <= 0n && holder.position.qty === 0)}
      onChange={set}
    />
  )
}
