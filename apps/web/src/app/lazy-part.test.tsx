// @vitest-environment happy-dom
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** What stands on the page at once, and once all has come. */
async function shown(Part: ReturnType<typeof lazyPart<object>>): Promise<string[]> {
  const host = document.createElement('div')
  const root = createRoot(host)
  const page = (
    <Suspense fallback="skeleton">
      <Part />
    </Suspense>
  )
  act(() => root.render(page))
  const first = host.textContent
  await act(async () => {})
  const last = host.textContent
  act(() => root.unmount())
  return [first, last]
}
const page = { default: () => 'page' }

it('a page whose code came before is shown without a skeleton', async () => {
  const load = vi.fn(async () => page)
  const Part = lazyPart(load)
  await Promise.all([Part.preload(), Part.preload()])
  expect(await shown(Part)).toEqual(['page', 'page'])
  expect(load).toHaveBeenCalledTimes(1)
})

it('a page whose code is still to come has a skeleton until then', async () => {
  expect(await shown(lazyPart(async () => page))).toEqual(['skeleton', 'page'])
})

it('code that could not be preloaded is asked for again when it is shown', async () => {
  const load = vi.fn(async () => page).mockRejectedValueOnce(new Error('no network'))
  const Part = lazyPart(load)
  await Part.preload()
  expect(await shown(Part)).toEqual(['skeleton', 'page'])
  expect(load).toHaveBeenCalledTimes(2)
})
