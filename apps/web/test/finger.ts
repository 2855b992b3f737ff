// A finger on the glass: touches that the browser itself turns into gestures and clicks.
import { commands, type Locator } from 'vitest/browser'
import type { Touch } from './touches.ts'

/** Touches the middle of an element and moves by (dx, dy) px before the finger lifts. */
export async function drag(target: Locator, dx: number, dy: number): Promise<void> {
  const { x, y } = middleOf(target)
  const steps = 4
  const moves = Array.from({ length: steps }, (_, place): Touch => {
    const share = (place + 1) / steps
    return { type: 'touchMove', touchPoints: [{ x: x + dx * share, y: y + dy * share }] }
  })
  // One after the other: moves that come at once count as one.
  for (const touch of [{ type: 'touchStart', touchPoints: [{ x, y }] } as const, ...moves, lift])
    await commands.touches([touch])
}

/** Touches the middle of an element twice, as fast as a finger can. */
export async function doubleTap(target: Locator): Promise<void> {
  const touch = { type: 'touchStart', touchPoints: [middleOf(target)] } as const
  await commands.touches([touch, lift, touch, lift])
}

const lift: Touch = { type: 'touchEnd', touchPoints: [] }

/** In px of the window that holds the frame of the test. */
function middleOf(target: Locator) {
  const element = target.element()
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect()
  return { x: (frame?.x ?? 0) + x + width / 2, y: (frame?.y ?? 0) + y + height / 2 }
}
