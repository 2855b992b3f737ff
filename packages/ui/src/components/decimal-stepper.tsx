import { useId, useRef } from 'react'
import { DecimalInput } from '../input/decimal-input.tsx'
import { stepDecimal } from '../input/step-decimal.ts'
import { HoldButton } from './hold-button.tsx'

/** The stepper of prices and quantities: the value is a decimal string, `step` one tick or lot of it. */
export function DecimalStepper({
  label,
  value,
  onValue,
  step,
  decimals,
  decreaseLabel,
  increaseLabel,
  disabled,
  invalid,
  start,
  placeholder,
}: {
  label: string
  /** Empty where nothing was entered. */
  value: string
  onValue: (value: string) => void
  step: string
  decimals: number
  decreaseLabel: string
  increaseLabel: string
  disabled?: boolean
  invalid?: boolean
  /** What the first step of an empty field starts from: the last price. */
  start?: string
  /** Shown while nothing was entered. */
  placeholder?: string
}) {
  const id = useId()
  const latest = useRef(value)
  latest.current = value
  const move = (direction: 1 | -1) => onValue(stepDecimal(latest.current || start || '0', step, direction, decimals))
  return (
    <div className={invalid ? 'step is-error' : 'step'}>
      <HoldButton label={decreaseLabel} icon="minus" disabled={disabled} run={() => move(-1)} />
      <span className="v">
        <label className="k" htmlFor={id}>
          {label}
        </label>
        <DecimalInput
          id={id}
          className="x"
          value={value}
          onValue={onValue}
          decimals={decimals}
          disabled={disabled}
          aria-invalid={invalid}
          placeholder={placeholder}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            move(event.key === 'ArrowUp' ? 1 : -1)
          }}
        />
      </span>
      <HoldButton label={increaseLabel} icon="plus" disabled={disabled} run={() => move(1)} />
    </div>
  )
}
