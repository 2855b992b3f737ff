import { useEffect, useId, useRef } from 'react'
import { DecimalInput } from '../input/decimal-input.tsx'
import { stepDecimal } from '../input/decimal-typing.ts'
import { NumericInput, type NumericInputProps } from '../input/numeric-input.tsx'
import { Icon } from './icon.tsx'

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

const holdDelayMs = 400
const holdRepeatMs = 90

function HoldButton({
  label,
  icon,
  run,
  disabled,
}: {
  label: string
  icon: 'plus' | 'minus'
  run: () => void
  disabled?: boolean | undefined
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(run)
  latest.current = run
  const held = useRef(false)
  const stop = () => clearTimeout(timer.current)
  const repeat = (delay: number) => {
    timer.current = setTimeout(() => {
      held.current = true
      latest.current()
      repeat(holdRepeatMs)
    }, delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onPointerDown={() => {
        held.current = false
        stop()
        repeat(holdDelayMs)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      // The click counts as one step, unless holding has stepped already.
      onClick={() => !held.current && run()}
    >
      <Icon name={icon} />
    </button>
  )
}
