import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Refusal } from '../../../../test/fake-server.ts'
import { openPage } from '../../../../test/open-page.tsx'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const save = () => page.getByRole('button', { name: '저장', exact: true }).click()

async function setPassword(password: string) {
  await field('새 비밀번호').fill(password)
  await field('새 비밀번호 확인').fill(password)
}

test('a refused password has the reason beside its field for as long as the field holds it', async () => {
  const { server } = await openPage('/more/change_password')
  await field('현재 비밀번호').fill('lantern orbit 7')
  for (const [password, reason, text] of [
    ['qwertyuiop12', 'RUN', '키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.'],
    ['aaaaaaaaaaaa', 'REPEATED', '같은 글자가 반복되는 비밀번호입니다. 여러 글자를 섞어 주세요.'],
  ] as const) {
    server.reply('POST /api/user/change_password', () => {
      throw new Refusal(400, 'PASSWORD_TOO_WEAK', { reason })
    })
    await setPassword(password)
    await save()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(field('새 비밀번호')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByText('안전하지 않은 비밀번호입니다')).not.toBeInTheDocument()
  }
  await setPassword('copper meadow 41')
  await expect.element(field('새 비밀번호')).not.toHaveAttribute('aria-invalid', 'true')
  server.reply('POST /api/user/change_password', () => ({ ok: true }))
  await save()
  await expect.poll(() => server.requests('POST /api/user/change_password')).toHaveLength(3)
  await expect.poll(() => location.pathname).toBe('/more/security')
  expect(server.requests('POST /api/user/change_password')[2]?.body).toEqual({
    currentPassword: 'lantern orbit 7',
    password: 'copper meadow 41',
    endOtherSessions: true,
  })
})
