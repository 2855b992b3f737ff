import { toast } from '@maru/ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './order-bar.css'

/** From here on there is room for both: the bar is always docked, and notifications stand above it. */
const wide = '(min-width: 48em)'

interface OrderBarProps {
  className: string
  /** What the ticket says above its buttons, in one line while these are docked. */
  summary?: ReactNode
  children: ReactNode
}

/**
 * The order buttons: in their place on the ticket while all of it is in sight, else docked above the tabs. They are the same
 * elements in both places, and what lies around their place never moves.
 */
export function OrderBar({ className, summary, children }: OrderBarProps) {
  const slot = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const isDocked = height !== null
  useLayoutEffect(() => {
    const element = slot.current
    if (!element) return
    const screen = matchMedia(wide)
    let observer: IntersectionObserver | undefined
    const judge = (isInSight: boolean) =>
      setHeight((before) => (isInSight && !screen.matches ? null : (before ?? element.offsetHeight)))
    // The tabs or a keyboard below and the header above cover what lies under them.
    const look = () => {
      const [top, bottom] = edgesOf(element)
      const place = element.getBoundingClientRect()
      flushSync(() => judge(place.top >= top && place.bottom <= innerHeight - bottom))
      observer?.disconnect()
      observer = new IntersectionObserver((entries) => judge((entries.at(-1)?.intersectionRatio ?? 0) >= 0.99), {
        rootMargin: `${-top}px 0px ${-bottom}px`,
        threshold: [0.99],
      })
      observer.observe(element)
    }
    // Called once the frame is laid out and before it is painted: what is measured here costs no layout of its own.
    const size = new ResizeObserver(look)
    size.observe(element)
    addEventListener('resize', look)
    return () => {
      size.disconnect()
      observer?.disconnect()
      removeEventListener('resize', look)
    }
  }, [])
  return (
    <div ref={slot} className="order-slot" style={height === null ? undefined : { height }}>
      <div className={`order-bar ${className}${isDocked ? ' is-docked' : ''}`}>
        {isDocked && summary && (
          <p className="order-sum num" aria-hidden="true">
            {summary}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

/** How high the header and the tabs are, which follow the reader's text size, or what stands over these. */
function edgesOf(element: HTMLElement): readonly [top: number, bottom: number] {
  const app = element.closest('.app')
  const heightOf = (selector: string) => app?.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
  const keyboard = document.documentElement.style.getPropertyValue('--keyboard-h')
  return [heightOf('.hdr'), Math.max(heightOf('.ftr'), Number.parseInt(keyboard, 10) || 0)]
}

interface OrderButtonProps {
  tone: 'up' | 'down'
  word: ReactNode
  /** Amount and price. */
  children?: ReactNode
  disabled?: boolean
  onClick: () => void
}

/** One side of an order. */
export function OrderButton({ tone, word, children, disabled, onClick }: OrderButtonProps) {
  return (
    <button type="button" className={`btn btn-${tone}`} disabled={disabled} onClick={onClick}>
      <span>{word}</span> {children && <small className="num">{children}</small>}
    </button>
  )
}

/** Says what is wrong with an order whose ticket is out of sight. */
export function tellFault(text: string) {
  if (document.querySelector('.order-bar.is-docked, .tc.is-full')) toast({ title: text, tone: 'error' })
}
