import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPushService } from '../../apps/server/test/push-service.ts'
import { type House, openHouse, signIn } from './house.ts'
import { newMember } from './traders.ts'
import { expectTree } from './tree.ts'

let house: House
let publicKey = ''
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService(() => publicKey)
  house = await openHouse({ reach: service.reach, env: service.env })
  house.server.feed.setPrice('BTCUSDT', 100_000)
})
afterAll(async () => {
  await house.close()
  await service.close()
})

test('a member turns pushes on, waits for a price, and a tap on the notification opens its page', async () => {
  const { username } = await newMember(house)
  const session = await signIn(house.server, username)
  const alerts = async () => (await house.server.call('/api/alert', { token: session.accessToken })).body
  publicKey = (await alerts()).publicKey
  const visitor = await house.visit({ as: session })
  const { page, context } = visitor
  // The browser's own push service is far away: it subscribes at ours.
  const device = service.subscribe()
  await context.grantPermissions(['notifications'])
  await page.addInitScript(`
    let kept = null
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly) throw new Error('silent')
      const bytes = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      kept = { ...${JSON.stringify(device)}, options: { applicationServerKey: bytes.buffer }, toJSON: () => (${JSON.stringify(device)}), unsubscribe: async () => true }
      return kept
    }
    PushManager.prototype.getSubscription = async () => kept
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      window.asked = true
      permission = 'granted'
      return permission
    }
  `)
  await visitor.open('/more/alerts')
  await page.getByText('아직 가격 알림이 없습니다').waitFor()
  // Nobody is asked before he taps.
  expect(await page.evaluate('window.asked')).toBeUndefined()
  await page.getByRole('button', { name: '알림 켜기' }).click()
  await page.getByText('이 기기로 알려 드립니다').waitFor()
  expect((await alerts()).devices).toBe(1)

  await page.getByRole('button', { name: '추가' }).click()
  const sheet = page.getByRole('dialog', { name: '가격 알림 추가' })
  await sheet.getByText('현재가 10,000.0').waitFor()
  await sheet.getByRole('button', { name: '+1%' }).click()
  await sheet.getByText('+100.0 (+1.00%)').waitFor()
  await expectTree(sheet, 'alert-add')
  await sheet.getByRole('radio', { name: '이하가 되면' }).click()
  await sheet.getByRole('button', { name: '알림 추가' }).click()
  visitor.allow(/status of 409/)
  await sheet.getByText('이미 그 가격에 도달했습니다').waitFor()
  await sheet.getByRole('radio', { name: '이상이 되면' }).click()
  await sheet.getByRole('button', { name: '알림 추가' }).click()
  const row = page.getByRole('listitem').filter({ hasText: '10,100.0 이상' })
  await row.getByText('100.0 (1.00%) 남음').waitFor()
  await sheet.waitFor({ state: 'hidden' })
  await expectTree(page.locator('main'), 'alerts')

  house.server.feed.setPrice('BTCUSDT', 101_000)
  await expect.poll(() => service.pushed.length).toBe(1)
  await row.getByText('알림 보냄').waitFor()
  expect(await row.getByRole('switch').isChecked()).toBe(false)

  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no service worker')
  // A browser without a screen has nowhere to show a notification, and lets nobody tap it: the worker's side of both is what is tested.
  await worker.evaluate(watchNotifications)
  await deliver(page, JSON.stringify(service.pushed[0]))
  const shown = () =>
    worker.evaluate('self.shown.map(({ title, body, tag, url }) => ({ title, body, url, hasTag: tag.length > 0 }))')
  await expect
    .poll(shown)
    .toEqual([{ title: '가격 알림', body: expect.stringContaining('10,100.0 이상'), url: '/future', hasTag: true }])
  await worker.evaluate('self.tap()')
  await page.waitForURL(/\/future/)
  expect(await worker.evaluate('self.closed')).toBe(1)
  expect(context.pages().length).toBe(1)
  await visitor.leave()
})

const watchNotifications = `
  self.shown = []
  self.closed = 0
  registration.showNotification = async (title, { body, tag, data }) => void self.shown.push({ title, body, tag, url: data.url })
  WindowClient.prototype.focus = async function () { return this }
  self.tap = async () => {
    const event = new ExtendableEvent('notificationclick')
    let done
    Object.defineProperty(event, 'notification', { value: { data: self.shown[0], close: () => { self.closed += 1 } } })
    Object.defineProperty(event, 'waitUntil', { value: (promise) => { done = promise } })
    self.dispatchEvent(event)
    await done
  }`

/** The last step of a push: the browser gives it to the service worker of the page. */
async function deliver(page: import('playwright').Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

test('the pages of trades add an alert of their instrument, and show how many are on; a guest is led to sign in', async () => {
  const { username } = await newMember(house)
  const session = await signIn(house.server, username)
  const visitor = await house.visit({ as: session })
  const { page } = visitor
  const add = async (from: number) => {
    await page.getByRole('button', { name: `BTCUSDT 가격 알림 추가 · 켜진 알림 ${from}개` }).click()
    const sheet = page.getByRole('dialog', { name: '가격 알림 추가' })
    await sheet.getByText('현재가 10,000.0').waitFor()
    return sheet
  }
  house.server.feed.setPrice('BTCUSDT', 100_000)
  await visitor.open('/future/1')
  const futures = await add(0)
  await futures.getByRole('button', { name: '+2%' }).click()
  await futures.getByRole('button', { name: '알림 추가' }).click()
  await page.getByRole('button', { name: /켜진 알림 1개/ }).waitFor()

  // The same instrument by another way of trading: one count, and an alert that leads back here.
  const options = (await house.server.call('/api/public/trade_option/site/list?siteInfoId=1')).body
  const option = options.find(({ stock }: { stock: string }) => stock === 'CR_BTCUSDT')
  await visitor.open(`/exchange/${option.id}`)
  const rounds = await add(1)
  await rounds.getByRole('radio', { name: '이하가 되면' }).click()
  await rounds.getByRole('button', { name: '-1%' }).click()
  await rounds.getByRole('button', { name: '알림 추가' }).click()
  await page.getByRole('button', { name: /켜진 알림 2개/ }).waitFor()
  const { body } = await house.server.call('/api/alert', { token: session.accessToken })
  expect(body.alerts.map(({ stock }: { stock: string }) => stock)).toEqual(['CR_BTCUSDT', 'CR_BTCUSDTPERP'])

  // A move instead of a price.
  const moves = await add(2)
  await moves.getByRole('radio', { name: '급변하면' }).click()
  await moves.getByRole('button', { name: '15분' }).click()
  await moves.getByRole('button', { name: '알림 추가' }).click()
  await page.getByRole('button', { name: /켜진 알림 3개/ }).waitFor()
  await visitor.open('/more/alerts')
  await page.getByRole('listitem').filter({ hasText: '15분에 3.0% 급변' }).getByText('확인 중').waitFor()
  await visitor.open('/future/1')
  await page.getByRole('button', { name: /켜진 알림 3개/ }).waitFor()

  // One that rings is on no more.
  house.server.feed.setPrice('BTCUSDT', 98_900)
  await page.getByRole('button', { name: /켜진 알림 2개/ }).waitFor()
  await visitor.leave()

  const guest = await house.visit()
  await guest.open('/futureView/1')
  await guest.page.getByRole('link', { name: '로그인하고 가격 알림 받기' }).click()
  await guest.page.waitForURL(/\/signin/)
  await guest.leave()
})
