import { type ReactNode, useEffect, useRef } from 'react'
import { signOf } from '../format/decimal.ts'

/** Direction of a figure as a class: never the only sign, an arrow or a plus or minus goes with it. */
export const directionClass = (value: string): string => ['down', '', 'up'][signOf(value) + 1] ?? ''

const arrows = ['▼', '', '▲'] as const
/** ▲ or ▼ for a figure above or below zero. */
export const arrowOf = (value: string): string => arrows[signOf(value) + 1] ?? ''

/** A figure with its direction: colour by palette, arrow, and the text that `children` holds. */
export function Direction({ value, arrow = true, children }: { value: string; arrow?: boolean; children: ReactNode }) {
  const mark = arrow ? arrowOf(value) : ''
  return (
    <span className={`num ${directionClass(value)}`}>
      {mark && <span aria-hidden="true">{mark} </span>}
      {children}
    </span>
  )
}

/** A price cell. Its ground flashes for 200 ms when `value` changes; the figure changes neither colour nor width. */
export function Price({ value, stale, children }: { value: string; stale?: boolean; children: ReactNode }) {
  const cell = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const was = before.current
    before.current = value
    if (was !== value) flash(cell.current, Number(value) > Number(was) ? 'up' : 'down')
  }, [value])
  return (
    <span ref={cell} className={stale ? 'num px is-stale' : 'num px'}>
      {children}
    </span>
  )
}

/** Flashes an element's ground; a running flash starts again. Off under reduced motion (the duration token is 0). */
export function flash(element: HTMLElement | null, direction: 'up' | 'down') {
  if (!element) return
  const style = getComputedStyle(element)
  const duration = Number.parseFloat(style.getPropertyValue('--dur-flash'))
  if (!duration) return
  const colour = style.getPropertyValue(`--${direction}-flash`)
  element.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], { duration, easing: 'ease-out' })
}
