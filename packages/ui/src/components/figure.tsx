import { type ReactNode, type Ref, useEffect, useRef } from 'react'
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
    <span className={`num ${directionClass(value)}`} translate="no">
      {mark && <span aria-hidden="true">{mark} </span>}
      {children}
    </span>
  )
}

/** A price cell. Its ground flashes for 200 ms when `value` changes; the figure changes neither colour nor width. */
export function Price({ value, stale, children }: { value: string; stale?: boolean; children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const was = before.current
    before.current = value
    if (was !== value) flash(sheet.current, Number(value) - Number(was))
  }, [value])
  return (
    <span className={stale ? 'num px is-stale' : 'num px'} translate="no">
      <FlashSheet ref={sheet} />
      {children}
    </span>
  )
}

/** A flash fades within the first 200 ms of its animation. */
const flashMs = 200
/**
 * The animation goes on, unseen, until the next price of its direction has had time to come: what begins or ends makes the browser sort the
 * layers of the whole page, what starts again does not.
 */
const animationMs = 10_000
const frames = [{ opacity: 1, easing: 'ease-out' }, { opacity: 0, offset: flashMs / animationMs }, { opacity: 0 }]
const animations = new WeakMap<Element, readonly Animation[]>()
let still: MediaQueryList | undefined

/** What flashes: two grounds, up and down, behind the text of a positioned element that is isolated. */
export function FlashSheet({ ref }: { ref: Ref<HTMLElement> }) {
  return (
    <i ref={ref} className="flash">
      <i />
      <i />
    </i>
  )
}

/**
 * Flashes a sheet, up for a move above zero; a running flash starts again, and one of the other direction ends. Off under reduced motion. The compositor fades the
 * ground: nothing is styled, laid out or painted, and both animations are made once.
 */
export function flash(sheet: HTMLElement | null, move: number) {
  still ??= matchMedia('(prefers-reduced-motion: reduce)')
  if (!sheet || still.matches) return
  const made = animations.get(sheet) ?? [...sheet.children].map((ground) => ground.animate(frames, animationMs))
  animations.set(sheet, made)
  const [shown, other] = (move > 0 ? made : made.toReversed()) as [Animation, Animation]
  if (Number(other.currentTime) < flashMs) other.currentTime = flashMs
  shown.currentTime = 0
  shown.play()
}
