import type {} from '@vitest/browser-playwright'
import type { CDPSession } from 'playwright'
import type { BrowserCommand } from 'vitest/node'

export interface Touch {
  readonly type: 'touchStart' | 'touchMove' | 'touchEnd'
  readonly touchPoints: readonly { readonly x: number; readonly y: number }[]
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    touches(touches: readonly Touch[]): Promise<void>
  }
}

const sessions = new WeakMap<object, Promise<CDPSession>>()

/** Sends touches in their order, without waiting for the answers of a busy page. */
export const touches: BrowserCommand<[touches: readonly Touch[]]> = async ({ page, context }, sequence) => {
  const session = sessions.get(page) ?? context.newCDPSession(page)
  sessions.set(page, session)
  const opened = await session
  await Promise.all(
    sequence.map(({ type, touchPoints }) =>
      opened.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] }),
    ),
  )
}
