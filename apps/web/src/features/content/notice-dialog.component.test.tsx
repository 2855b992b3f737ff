import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'

test.each([
  ['many lines', '<p>점검 안내</p>'.repeat(300)],
  ['30,000 letters without a space', 'a'.repeat(30_000)],
  [
    'a picture of 9,000 px',
    '<img src="/api/content/image/1/0f8fad5b-d9cb-469f-a165-70867728950e.png" alt="" width="9000" height="20000">',
  ],
])('a notice of %s begins at its beginning, and its button is in sight on the smallest phone', async (_, content) => {
  const { server } = await openPage('/more/alerts', {
    size: [320, 568],
    server(server) {
      server.reply('GET /api/content/notice/forced', () => [{ id: 1, title: '공지', content, ageMs: 0 }])
      server.reply('POST /api/content/notice/:id/ack', () => ({ at: 1 }))
      server.snapshot('/topic/notice/1', () => null)
    },
  })
  const box = page.getByRole('dialog', { name: '공지' })
  const close = box.getByRole('button', { name: '닫기', exact: true })
  await expect.element(close).toBeVisible()
  const dialog = box.element()
  expect(dialog.scrollTop).toBe(0)
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  const { left, right, top, bottom } = close.element().getBoundingClientRect()
  const inSight = () => close.element().contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  await expect.poll(inSight).toBe(true)
  await close.click()
  await expect.element(box).not.toBeInTheDocument()
  await expect.poll(() => server.requests('POST /api/content/notice/:id/ack')).toHaveLength(1)
})
