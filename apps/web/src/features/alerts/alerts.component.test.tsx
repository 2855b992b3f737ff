import type { Alerts } from '@maru/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import type { FakeServer } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'

/** The page of alerts; what a member wishes is kept, as the server does. */
const openAlerts = async () => {
  let setting: Alerts['setting']
  const opened = await openPage('/more/alerts', {
    server: (server: FakeServer) => {
      const basics = server.answer('GET /api/alert') as Alerts
      ;({ setting } = basics)
      const stocks = [{ stock: 'CR_BTCUSDT', koName: '비트코인', precision: 1, tick: '0.1', last: '10000.0' }]
      server.reply('GET /api/alert', () => ({ ...basics, stocks, setting }))
      server.reply('GET /api/stock/chart', () => [])
      server.reply('POST /api/alert/setting', ({ body }) => {
        const { quiet = setting.quiet, earlyRatio = setting.earlyRatio, releases = setting.releases } = body
        setting = { channels: body.channels, quiet, earlyRatio, releases }
        return setting
      })
    },
  })
  await expect.element(page.getByText('아직 가격 알림이 없습니다')).toBeVisible()
  return { ...opened, setting: () => setting }
}

const toggle = (name: string) => page.getByRole('switch', { name })

test('each wish is saved with those before it: of which kind, how, how early, and when not', async () => {
  const { setting } = await openAlerts()
  await toggle('참여한 회차의 결과').click()
  await page.elementLocator(page.getByText('입출금 메일').element().closest('label')!).click()
  await toggle('더 일찍 미리 알림').click()
  await page.getByRole('button', { name: '70%' }).click()
  await toggle('중요 경제지표').click()
  await page.getByRole('button', { name: '중요도 2 이상' }).click()
  await page.getByRole('button', { name: /방해 금지/ }).click()
  const sheet = page.getByRole('dialog', { name: '방해 금지 시간' })
  await sheet.getByRole('switch').click()
  await sheet.getByLabelText('종료').fill('23:00')
  await sheet.getByRole('button', { name: '저장' }).click()
  await expect.element(sheet.getByText('시작과 종료 시각이 같습니다')).toBeVisible()
  await expectAccessible()
  await sheet.getByLabelText('종료').fill('06:30')
  await sheet.getByRole('button', { name: '저장' }).click()
  await expect.element(page.getByText('23:00 – 06:30 · 청산은 제외')).toBeVisible()
  await expect.poll(setting).toMatchObject({
    channels: { ROUND: { app: true }, MONEY: { app: true, push: true, mail: false } },
    quiet: { from: '23:00', to: '06:30' },
    earlyRatio: 70,
    releases: 2,
  })
  await expect.element(toggle('참여한 회차의 결과')).toBeChecked()
})

/** Gives the browser another property until the test ends. */
function pretend(owner: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, get: () => value })
  onTestFinished(() => {
    if (before) Object.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  })
}

test('where the browser blocks notifications the page says how to allow them', async () => {
  pretend(Notification, 'permission', 'denied')
  await openAlerts()
  await expect.element(page.getByText('브라우저가 알림을 막고 있습니다')).toBeVisible()
  await expect.element(page.getByText('‘알림’을 ‘허용’으로 바꿔 주세요')).toBeVisible()
  await expectAccessible()
})

test('where a browser sends to installed apps only the page says how to install this one', async () => {
  const { PushManager } = window
  Reflect.deleteProperty(window, 'PushManager')
  onTestFinished(() => {
    window.PushManager = PushManager
  })
  pretend(
    navigator,
    'userAgent',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  )
  await openAlerts()
  await expect.element(page.getByText('홈 화면에 추가하면 받을 수 있습니다')).toBeVisible()
})

test('a new alert starts from the price of now, says how far its price is, and may wait for a move', async () => {
  await openAlerts()
  await page.getByRole('button', { name: '추가' }).click()
  const sheet = page.getByRole('dialog', { name: '가격 알림 추가' })
  await expect.element(sheet.getByText('현재가 10,000.0')).toBeVisible()
  await sheet.getByRole('button', { name: '+1%' }).click()
  await expect.element(sheet.getByText('+100.0 (+1.00%)')).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('radio', { name: '급변하면' }).click()
  await sheet.getByRole('button', { name: '15분' }).click()
  await expect.element(sheet.getByText('9,700.0 이하 · 10,300.0 이상')).toBeVisible()
  await expectAccessible()
})
