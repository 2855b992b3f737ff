// A finger on the glass: touches that the browser itself turns into gestures and clicks.
import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'
import type { Touch } from './touches.ts'

/** Touches the middle of an element and moves by (dx, dy) px before the finger lifts. */
export async function drag(target: Locator, dx: number, dy: number): Promise<void> {
  const { x, y } = await middleOf(target)
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
  const touch = { type: 'touchStart', touchPoints: [await middleOf(target)] } as const
  await commands.touches([touch, lift, touch, lift])
}

/** Touches the middle of an element twice and leaves the finger there; the reply lifts it. */
export async function tapAndTouch(target: Locator): Promise<() => Promise<void>> {
  const touch = { type: 'touchStart', touchPoints: [await middleOf(target)] } as const
  await commands.touches([touch, lift, touch])
  return () => commands.touches([lift])
}

const lift: Touch = { type: 'touchEnd', touchPoints: [] }

/** In px of the window that holds the frame of the test, once the element stands still. */
async function middleOf(target: Locator) {
  await expect.element(target).toBeVisible()
  target.element().scrollIntoView({ block: 'nearest' })
  const frame = window.frameElement?.getBoundingClientRect()
  let last = { x: Number.NaN, y: Number.NaN }
  for (let still = 0; still < 5; ) {
    await new Promise(requestAnimationFrame)
    const { x, y, width, height } = target.element().getBoundingClientRect()
    const middle = { x: (frame?.x ?? 0) + x + width / 2, y: (frame?.y ?? 0) + y + height / 2 }
    still = middle.x === last.x && middle.y === last.y ? still + 1 : 0
    last = middle
  }
  return last
}
