import type { Limits } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import '../../../test/css.ts'
import { openPage } from '../../../test/open-page.tsx'

type Limit = Limits['limits'][number]
const hours24: Limit = {
  kind: 'TIME',
  window: '24h',
  currency: null,
  amount: '90',
  pendingAmount: null,
  pendingFrom: null,
  used: '0',
}

/** Opens the limits of a member who has this one of his time, or none. */
async function open(limit: Limit | null, ceilings: Limits['ceilings'] = []) {
  const limits: Limits = { limits: limit ? [limit] : [], ceilings, coolOffUntil: null, selfExcludedUntil: null }
  return openPage('/more/limits', {
    server(server) {
      server.reply('GET /api/limit/my', () => limits)
      server.reply('POST /api/limit/set', () => {
        limits.limits = [hours24]
        return limits
      })
    },
  })
}

const section = () => page.css('section.lim').filter({ has: page.getByRole('heading', { name: '이용 시간 한도' }) })
const row = () => section().getByRole('button', { name: /^24시간/ })

test('J 4: a member limits his time in minutes, which are read to him as hours', async () => {
  const { server } = await open(null)
  await row().click()
  const sheet = page.getByRole('dialog', { name: '이용 시간 한도 24시간' })
  await sheet.getByLabelText('한도 시간').fill('90')
  await expect.element(sheet.getByText('1시간 30분', { exact: true })).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('button', { name: '저장' }).click()
  await expect.element(section().getByText('0분 사용 · 1시간 30분 남음 (0%)')).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(server.requests('POST /api/limit/set').map(({ body }) => body)).toEqual([
    { limits: [{ kind: 'TIME', window: '24h', currency: null, amount: '90' }] },
  ])
})

test('J 4: a time limit says what is used and what remains, and when a rise counts', async () => {
  await open({ ...hours24, used: '50', pendingAmount: '150', pendingFrom: Date.now() + 86_400_000 })
  await expect.element(section().getByText('50분 사용 · 40분 남음 (56%)')).toBeVisible()
  await expect.element(section().getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d부터 2시간 30분$/)).toBeVisible()
  await expect.element(row()).toHaveTextContent('1시간 30분')
})

test('J 4: limits of won and of USDT stand beside each other, each with what is used of it', async () => {
  const { server } = await open({ ...hours24, kind: 'LOSS', currency: 'USDT', amount: '500', used: '120.5' })
  const losses = page.css('section.lim').filter({ has: page.getByRole('heading', { name: '손실 한도' }) })
  await expect.element(losses.getByRole('button', { name: /^24시간/ })).toHaveTextContent('한도 없음')
  await page.getByText('USDT', { exact: true }).click()
  await expect.element(losses.getByText('120.5000 USDT 사용 · 379.5000 USDT 남음 (24%)')).toBeVisible()
  await expectAccessible()
  await losses.getByRole('button', { name: /^7일/ }).click()
  await page.getByRole('dialog').getByLabelText('한도 금액').fill('900')
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
  await expect
    .poll(() => server.requests('POST /api/limit/set').map(({ body }) => body))
    .toEqual([{ limits: [{ kind: 'LOSS', window: '7d', currency: 'USDT', amount: '900' }] }])
})

test('J 4: after wins a limit of losses says that nothing was lost, not that less than nothing is used', async () => {
  await open({ ...hours24, kind: 'LOSS', currency: 'KRW', amount: '500000', used: '-15000' })
  await expect.element(page.getByText('손실 없음 (+15,000원) · 500,000원 남음 (0%)')).toBeVisible()
})

test('J 4: a time limit that is used up says so', async () => {
  await open({ ...hours24, used: '91' })
  const text = '한도에 도달했습니다 · 1시간 31분 사용 · 0분 남음 (100%)'
  await expect.element(section().getByText(text)).toBeVisible()
})

test('what the house allows a member at most stands before his own limits, with the way to ask', async () => {
  await open(null, [
    { kind: 'STAKE', currency: 'KRW', amount: '100000', setAt: 1 },
    { kind: 'ORDER', currency: 'USDT', amount: '500', setAt: 1 },
  ])
  const house = page.css('section.lim').filter({ has: page.getByRole('heading', { name: '내 계정에 적용된 한도' }) })
  await expect.element(house.getByText('회차당 참여')).toBeVisible()
  await expect.element(house.getByText('100,000원')).toBeVisible()
  await expect.element(house.getByText('500.0000 USDT')).toBeVisible()
  await expect.element(house.getByRole('link', { name: '문의하기' })).toHaveAttribute('href', '/service/contact')
  await expectAccessible()
})
