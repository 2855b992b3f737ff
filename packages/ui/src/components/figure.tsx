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
    <span ref={cell} className={stale ? 'num px flashes is-stale' : 'num px flashes'}>
      {children}
    </span>
  )
}

const flashMs = 200
const flashes = new WeakMap<Element, Animation>()

/**
 * Flashes an element's ground; a running flash starts again. Off under reduced motion. The element has the class `flashes`:
 * what fades is the opacity of a sheet behind its text, which the compositor does without laying out or painting anything.
 */
export function flash(element: HTMLElement | null, direction: 'up' | 'down') {
  if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.style.setProperty('--flash', `var(--${direction}-flash)`)
  const before = flashes.get(element)
  if (before) {
    // Made anew, an animation has the browser compute all styles at once.
    before.currentTime = 0
    return
  }
  // The sheet is there only while it fades: even unseen ones would be sorted in every frame.
  element.classList.add('is-lit')
  const options = { duration: flashMs, easing: 'ease-out', pseudoElement: '::after' }
  const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], options)
  flashes.set(element, animation)
  animation.onfinish = () => {
    flashes.delete(element)
    element.classList.remove('is-lit')
  }
}
