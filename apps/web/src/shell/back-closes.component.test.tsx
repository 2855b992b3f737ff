import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeMemberPages } from '../../test/fake-member-pages.ts'
import { openFutures } from '../../test/open-futures.ts'

const open = () => openFutures({ server: fakeMemberPages })
const dialog = () => document.querySelector('dialog[open]')
const chooseInstrument = () => page.getByRole('button', { name: /종목 바꾸기/ }).click()
const openName = () => (history.state as { open?: string } | null)?.open

test('going back closes a sheet and leaves the page as it is', async () => {
  await open()
  await chooseInstrument()
  await expect.poll(dialog).not.toBeNull()
  history.back()
  await expect.poll(dialog).toBeNull()
  expect([location.pathname, openName()]).toEqual(['/future/1', undefined])
})

test('a sheet that is closed otherwise takes its entry of the history with it', async () => {
  await open()
  await chooseInstrument()
  await expect.poll(openName).toBeDefined()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /BTCUSDT/ })
    .first()
    .click()
  await expect.poll(dialog).toBeNull()
  await expect.poll(openName).toBeUndefined()
  expect(location.pathname).toBe('/future/1')
})

test('a link of the menu leads on, and going back leads to the page before', async () => {
  await open()
  await page.getByRole('button', { name: '메뉴', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: '설정' }).click()
  await expect.poll(() => location.pathname).toBe('/more/setting')
  history.back()
  await expect.element(page.getByRole('button', { name: /종목 바꾸기/ })).toBeVisible()
  await expect.poll(() => [location.pathname, openName()]).toEqual(['/future/1', undefined])
})

test('going back ends the full chart', async () => {
  await open()
  await page.getByRole('button', { name: '차트 크게 보기' }).click()
  await expect.poll(() => document.querySelector('.tc.is-full')).not.toBeNull()
  history.back()
  await expect.poll(() => document.querySelector('.tc.is-full')).toBeNull()
  expect(location.pathname).toBe('/future/1')
})
