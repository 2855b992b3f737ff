import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { FuturesSettings } from '../src/features/futures/settings.ts'
import { type FakeFutures, fakeFutures } from './fake-futures.ts'
import { type OpenPage, openPage, type PageSetup } from './open-page.tsx'

interface FuturesSetup extends Omit<PageSetup, 'settings'> {
  readonly settings?: Partial<FuturesSettings>
  readonly positions?: FuturesPosition[]
  readonly orders?: FuturesOrder[]
  /** What else there is before the page opens. */
  readonly futures?: (futures: FakeFutures) => void
}

/** Opens the page of BTCUSDT, or another one of a member who trades it, and waits until orders can be made. */
export async function openFutures(setup: FuturesSetup = {}, path = '/future/1') {
  const { settings = {}, positions = [], orders = [], futures: prepare, server: answer, ...others } = setup
  let futures: FakeFutures
  const opened: OpenPage = await openPage(path, {
    ...others,
    settings: { futures: settings },
    server(server) {
      futures = fakeFutures(server)
      Object.assign(futures, { positions, orders })
      prepare?.(futures)
      answer?.(server)
    },
  })
  if (path === '/future/1') await expect.element(page.getByText('10,000.00 USDT')).toBeVisible()
  return { ...opened, futures: futures! }
}

/** Nothing is asked before it is done. */
export const quiet = { confirms: false, confirmsClose: false, confirmsReverse: false, confirmsLines: false }
