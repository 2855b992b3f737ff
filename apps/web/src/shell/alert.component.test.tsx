import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'
import { showAlert } from './alert.tsx'

test('an alert is a dialog of 384 px', async () => {
  await openPage('/more/alerts', { size: [1_024, 768] })
  const closed = showAlert('이용할 수 없는 계정입니다. 관리자에게 문의해 주세요.')
  const box = page.getByRole('dialog', { name: '알림', exact: true })
  await expect.element(box).toBeVisible()
  expect((box.element() as HTMLElement).offsetWidth).toBe(384)
  await box.getByRole('button', { name: '확인' }).click()
  await closed
})
