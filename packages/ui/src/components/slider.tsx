import type { CSSProperties } from 'react'

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  step?: number
  /** Values marked below the track; a tap on one chooses it. */
  marks: readonly number[]
  /** How a value is written and read out: `25%`, `20x`. */
  format: (value: number) => string
  disabled?: boolean
}

/** Less than this share of the track is not filled. */
const slightShare = 0.1

/** A value between two ends by touch, mouse or arrow keys: the browser's own range input with marks to tap. */
export function Slider({ label, value, onChange, min = 0, max, step = 1, marks, format, disabled }: SliderProps) {
  const share = (at: number) => (max === min ? 0 : (Math.min(Math.max(at, min), max) - min) / (max - min))
  const at = (mark: number) => ({ '--at': share(mark) }) as CSSProperties
  return (
    // Near the beginning the thumb hides what is filled but for a sliver: the first mark's dot says as much.
    <div
      className={`slide${disabled ? ' is-off' : ''}${share(value) < slightShare ? ' is-slight' : ''}`}
      style={at(value)}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={format(value)}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      {marks.map((mark) => (
        <i key={mark} className={mark <= value ? 'on' : ''} style={at(mark)} aria-hidden="true" />
      ))}
      {marks.map((mark) => (
        // Beside the input, which the keyboard and a screen reader use.
        <button
          key={mark}
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={mark === value ? 'on' : ''}
          style={at(mark)}
          disabled={disabled}
          onClick={() => onChange(mark)}
        >
          {format(mark)}
        </button>
      ))}
    </div>
  )
}
