import { type KeyboardEvent, type ReactNode, useRef } from 'react'

export interface Choice<T extends string> {
  value: T
  label: ReactNode
  disabled?: boolean
}

/** Focus and choice move together with the arrow keys; Home and End go to the ends. */
function useRoving<T extends string>(choices: readonly Choice<T>[], value: T, onChange: (value: T) => void) {
  const root = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const open = choices.filter(({ disabled }) => !disabled)
    const index = open.findIndex((choice) => choice.value === value)
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      Home: 0,
      End: open.length - 1,
    }
    const target = steps[event.key]
    const next = target === undefined ? undefined : open[(target + open.length) % open.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    root.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return { root, onKeyDown }
}

interface ChoiceProps<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
}

/** Two to four short words, one of which is chosen. */
export function Segmented<T extends string>({ label, choices, value, onChange }: ChoiceProps<T>) {
  const { root, onKeyDown } = useRoving(choices, value, onChange)
  return (
    <div ref={root} className="seg" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button cannot carry the thumb's look without losing its label's hit area.
        <button
          key={choice.value}
          type="button"
          role="radio"
          data-value={choice.value}
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          disabled={choice.disabled}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

/** Tabs with an underline; `panelId` is the id of the element that shows the chosen one. */
export function Tabs<T extends string>({
  label,
  choices,
  value,
  onChange,
  panelId,
}: ChoiceProps<T> & { panelId: string }) {
  const { root, onKeyDown } = useRoving(choices, value, onChange)
  return (
    <div ref={root} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          id={`${panelId}-${choice.value}`}
          data-value={choice.value}
          aria-selected={choice.value === value}
          aria-controls={panelId}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

/** A chip that is on or off, or only acts (`pressed` left out). */
export function Chip({
  pressed,
  children,
  onClick,
  disabled,
}: {
  pressed?: boolean
  children: ReactNode
  onClick: () => void
  disabled?: boolean
}) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}
