import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'

test('a message stands on the screen and is counted; a later one does not replace it, one that comes twice is shown once', async () => {
  let count = 0
  const { server, toasts } = await openPage('/more/alerts', {
    server: (server) => server.reply('GET /api/message/my_unread_count', () => ({ count })),
  })
  // Asked for by whoever has subscribed.
  await expect.poll(() => server.requests('GET /api/message/my_unread_count').length).toBeGreaterThan(0)
  const send = (id: number, title: string) => {
    count = id
    server.publish('/user/queue/message', 'MESSAGE', { id, title, content: '<b>오늘</b> 처리됩니다.' })
  }
  send(1, '출금 안내')
  send(2, '입금 안내')
  send(2, '입금 안내')
  await expect.element(page.getByText('입금 안내', { exact: true })).toBeVisible()
  await expect.element(page.getByText('출금 안내', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '읽지 않은 쪽지: 2' })).toBeVisible()
  expect(toasts).toHaveLength(2)
})
