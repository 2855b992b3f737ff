import { useTexts } from '@maru/client/i18n/texts'
import { Check, DecimalInput, formatSigned } from '@maru/ui'
import { type Dispatch, useId } from 'react'
import { won } from '../figures.ts'
import { changeOverseaSettings } from '../settings.ts'
import { FieldFault } from './field-fault.tsx'
import { type FieldsProps, fractionDigits, has } from './fields.ts'
import type { TicketAction, TicketInputs } from './form.ts'
import { ticketTexts } from './texts.ts'

/** Take profit and stop loss that the order carries: on or off, their ticks, and what those make in won. */
export function Exits({ inputs, dispatch, faults, summary }: FieldsProps) {
  return (
    <div className="otk-x">
      <Exit
        kind="takeProfit"
        ticks="tpTick"
        result={summary?.takeProfit ?? null}
        inputs={inputs}
        dispatch={dispatch}
        invalid={has(faults, 'tpTick')}
      />
      <FieldFault of="tpTick" faults={faults} />
      <Exit
        kind="stopLoss"
        ticks="slTick"
        result={summary?.stopLoss ?? null}
        inputs={inputs}
        dispatch={dispatch}
        invalid={has(faults, 'slTick')}
      />
      <FieldFault of="slTick" faults={faults} />
    </div>
  )
}

function Exit({
  kind,
  ticks,
  result,
  inputs,
  dispatch,
  invalid,
}: {
  kind: 'takeProfit' | 'stopLoss'
  ticks: 'tpTick' | 'slTick'
  result: bigint | null
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  invalid: boolean
}) {
  const t = useTexts(ticketTexts)
  const id = useId()
  const isOn = inputs[kind]
  return (
    <div className={isOn ? 'otk-t is-on' : 'otk-t'}>
      <Check
        checked={isOn}
        onChange={(on) => {
          changeOverseaSettings({ [kind]: on })
          dispatch({ kind, on })
        }}
      >
        {t(kind)}
      </Check>
      <span className="num">{isOn && result !== null && formatSigned(result, (value) => won(BigInt(value)))}</span>
      <span className={invalid ? 'otk-n is-error' : 'otk-n'}>
        <label className="sr" htmlFor={id}>
          {t(kind === 'takeProfit' ? 'takeProfitTicks' : 'stopLossTicks')}
        </label>
        <DecimalInput
          id={id}
          value={inputs[ticks]}
          onValue={(value) => dispatch({ kind: ticks, value })}
          decimals={fractionDigits}
          disabled={!isOn}
          aria-invalid={invalid}
        />
        <span aria-hidden="true">{t('tick')}</span>
      </span>
    </div>
  )
}
