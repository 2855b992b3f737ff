import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

const holdDelayMs = 400
const holdRepeatMs = 90

/** A button of a stepper: one step a click, and again and again while it is held. */
export function HoldButton({
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
