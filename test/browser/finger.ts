import type { Locator, Page } from 'playwright'

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger on the glass: touches that the browser itself makes gestures and clicks of. */
export interface Finger {
  /** Touches where `target` is and moves by (dx, dy) before it lifts. */
  drag(target: Locator, dx: number, dy: number): Promise<void>
  /** Touches the same spot twice as fast as a finger can. */
  doubleTap(target: Locator): Promise<void>
}

export async function fingerOf(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const tap = (point: Point) => [send('touchStart', [point]), send('touchEnd', [])]
  return {
    async drag(target, dx, dy) {
      const { x, y } = await middleOf(target)
      const steps = 4
      await send('touchStart', [{ x, y }])
      for (let step = 1; step <= steps; step++)
        await send('touchMove', [{ x: x + (dx * step) / steps, y: y + (dy * step) / steps }])
      await send('touchEnd', [])
    },
    async doubleTap(target) {
      // Until no other element overlaps it and it has stopped moving.
      await target.tap({ trial: true })
      const point = await middleOf(target)
      // Sent at once: what would wait for the answers of a busy page is no double tap any more.
      await Promise.all([...tap(point), ...tap(point)])
    },
  }
}

async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
