// @vitest-environment happy-dom
import { act, lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../session/store.ts'
import { useSite } from '../site/store.ts'
import { rememberWanted } from './guard.ts'
import { SessionLanding } from './session-landing.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const site = { code: 'maru', type: '100101', liveChat: false } as never

/** Where the member is. */
function Path() {
  return <i>{useLocation().pathname}</i>
}

beforeEach(() => {
  vi.useFakeTimers()
  useSite.setState({ site })
})
afterEach(() => {
  vi.useRealTimers()
  useSite.setState({ site: null })
  useSession.setState({ status: 'idle' })
})

it('a wanted page whose code is slow to come is where a member lands, whatever is told of the site meanwhile', async () => {
  let comes: (page: { default: () => string }) => void = () => undefined
  const Slow = lazy(() => new Promise<{ default: () => string }>((resolve) => (comes = resolve)))
  const root = createRoot(document.body)
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/signin']}>
        <SessionLanding />
        <Path />
        <Routes>
          <Route path="/wallet/dnw_history" element={<Slow />} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>,
    ),
  )
  rememberWanted('/wallet/dnw_history')
  await act(async () => useSession.setState({ status: 'success' }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(document.querySelector('i')?.textContent).toBe('/signin')
  await act(async () => useSite.setState({ site: { ...(site as object) } as never }))
  await act(async () => comes({ default: () => 'history' }))
  expect(document.body.textContent).toBe('/wallet/dnw_historyhistory')
  act(() => root.unmount())
})
