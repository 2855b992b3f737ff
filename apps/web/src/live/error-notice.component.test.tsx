import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'

test('an error of the house stands in the alert titled 알림, several of one kind once', async () => {
  const { server } = await openPage('/more/alerts')
  await expect.poll(() => server.requests('GET /api/message/my_unread_count').length).toBeGreaterThan(0)
  const message = '가격 변동이 커서 주문이 체결되지 않았습니다.'
  const send = (code: string, text: string) => server.publish('/user/queue/error', 'ERROR', { code, message: text })
  send('SLIPPAGE_PROTECTED', message)
  send('SLIPPAGE_PROTECTED', message)
  send('PRICE_FEED_STALE', '시세 수신이 지연되어 주문할 수 없습니다.')
  const box = page.getByRole('dialog', { name: '알림', exact: true })
  await expect.element(box.getByText(message)).toBeVisible()
  await box.getByRole('button', { name: '확인' }).click()
  await expect.element(box.getByText('시세 수신이 지연되어 주문할 수 없습니다.')).toBeVisible()
  await box.getByRole('button', { name: '확인' }).click()
  await expect.element(box).not.toBeInTheDocument()
})
