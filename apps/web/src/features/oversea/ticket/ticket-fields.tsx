import type { OverseaOption } from '@maru/contract'
import { Check, Chip, DecimalInput, DecimalStepper, formatSigned } from '@maru/ui'
import { type Dispatch, useId } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { useMemberSettings } from '../../../settings/member-settings.ts'
import { moveByTicks, shortTick } from '../../../trading/ticks.ts'
import { won } from '../figures.ts'
import { changeOverseaSettings } from '../settings.ts'
import {
  type TicketAction,
  type TicketError,
  type TicketInputs,
  type TicketSummary,
  takesPrice,
  takesTrigger,
} from './form.ts'
import { ticketTexts } from './texts.ts'

interface FieldsProps {
  inputs: TicketInputs
  dispatch: Dispatch<TicketAction>
  faults: readonly TicketError[]
  /** null until the account came. */
  summary: TicketSummary | null
}

const has = (faults: readonly TicketError[], name: TicketError['field']) => faults.some(({ field }) => field === name)

/** Trigger and price, as far as the type of the order takes them. */
export function Prices({
  option,
  last,
  inputs,
  dispatch,
  faults,
}: Omit<FieldsProps, 'summary'> & { option: OverseaOption; last: string | null }) {
  const t = useTexts(ticketTexts)
  const { tickSize, precision } = option
  const tick = shortTick(tickSize)
  const stepper = {
    step: tickSize,
    decimals: precision,
    placeholder: (0).toFixed(precision),
    start: last === null ? '0' : moveByTicks(last, 0, tickSize, precision),
    decreaseLabel: t('lessTick'),
    increaseLabel: t('moreTick'),
  }
  return (
    <>
      {takesTrigger(inputs) && (
        <DecimalStepper
          {...stepper}
          label={t('trigger', { tick })}
          value={inputs.trigger}
          onValue={(value) => dispatch({ kind: 'trigger', value })}
          invalid={has(faults, 'trigger')}
        />
      )}
      {takesPrice(inputs) ? (
        <DecimalStepper
          {...stepper}
          label={t('price', { tick })}
          value={inputs.price}
          onValue={(value) => dispatch({ kind: 'price', value })}
          invalid={has(faults, 'price')}
        />
      ) : (
        !takesTrigger(inputs) && <div className="step is-fixed">{t('marketPrice')}</div>
      )}
    </>
  )
}

/** Fractions may be typed, so that they are refused instead of becoming another number. */
const fractionDigits = 2

/** Contracts, with the member's usual counts. */
export function Count({ inputs, dispatch, faults, summary }: FieldsProps) {
  const t = useTexts(ticketTexts)
  const orderCnt = useMemberSettings(({ orderCnt }) => orderCnt)
  return (
    <>
      <DecimalStepper
        label={t('count', { max: summary?.max ?? '–' })}
        value={inputs.count}
        onValue={(value) => dispatch({ kind: 'count', value })}
        step="1"
        decimals={fractionDigits}
        placeholder="0"
        decreaseLabel={t('lessCount')}
        increaseLabel={t('moreCount')}
        invalid={has(faults, 'count')}
      />
      <fieldset className="otk-c">
        <legend className="sr">{t('chips')}</legend>
        {[...new Set(orderCnt)].map((count) => (
          <Chip
            key={count}
            pressed={inputs.count === String(count)}
            onClick={() => dispatch({ kind: 'count', value: String(count) })}
          >
            {count}
          </Chip>
        ))}
      </fieldset>
    </>
  )
}

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
      <Exit
        kind="stopLoss"
        ticks="slTick"
        result={summary?.stopLoss ?? null}
        inputs={inputs}
        dispatch={dispatch}
        invalid={has(faults, 'slTick')}
      />
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
