import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../test/css.ts'
import { fakeSignIn } from '../../../test/fake-sign-in.ts'
import { openPage } from '../../../test/open-page.tsx'

const boxes = () =>
  [...document.querySelectorAll('.view, .view .row')].map((element) => element.getBoundingClientRect().toJSON())

test('the prices of the sign-in page are outlines until they come, and then stand in their places', async () => {
  const list = Promise.withResolvers<void>()
  const prices = Promise.withResolvers<void>()
  await openPage('/signin', { isGuest: true, server: (server) => fakeSignIn(server, list.promise, prices.promise) })
  const rows = page.css('.view .row')
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await document.fonts.ready
  const first = boxes()
  list.resolve()
  await expect.element(rows.first()).toHaveTextContent('비트코인')
  // Name, line, price and change of each instrument.
  expect(rows.first().css('.skel').elements()).toHaveLength(3)
  expect(boxes()).toEqual(first)
  prices.resolve()
  await expect.element(rows.first()).toHaveTextContent('60,000.0')
  await expect.element(page.css('.view .skel')).not.toBeInTheDocument()
  expect(boxes()).toEqual(first)
})
