import { useId, useRef } from 'react'
import { NumericInput, type NumericInputProps } from '../input/numeric-input.tsx'
import { HoldButton } from './hold-button.tsx'

/** − value +. The key above the value carries the unit; holding a button repeats its step. */
export function Stepper({
  label,
  step,
  decreaseLabel,
  increaseLabel,
  value,
  onValue,
  disabled,
  ...rules
}: NumericInputProps & {
  label: string
  step: number
  decreaseLabel: string
  increaseLabel: string
}) {
  const id = useId()
  const latest = useRef(value ?? 0)
  latest.current = value ?? 0
  const move = (direction: 1 | -1) => {
    const min = rules.min ?? 0
    const max = rules.max ?? Number.MAX_SAFE_INTEGER
    // Off the grid, the first step goes to the next multiple.
    const current = latest.current / step
    const next = (direction > 0 ? Math.floor(current) + 1 : Math.ceil(current) - 1) * step
    onValue(Math.min(Math.max(next, min), max))
  }
  return (
    <div className="step">
      <HoldButton label={decreaseLabel} icon="minus" disabled={disabled} run={() => move(-1)} />
      <span className="v">
        <label className="k" htmlFor={id}>
          {label}
        </label>
        <NumericInput id={id} className="x" value={value} onValue={onValue} disabled={disabled} {...rules} />
      </span>
      <HoldButton label={increaseLabel} icon="plus" disabled={disabled} run={() => move(1)} />
    </div>
  )
}
