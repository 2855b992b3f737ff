import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, sharedHouse } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
})
afterAll(() => house.close())

test('the app can be installed under the name of its site; without a network it says so and keeps no page of a member', async () => {
  const manifest = (await (await fetch(`${house.server.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[]
  }
  expect(manifest).toMatchObject({ name: '마루', display: 'standalone', start_url: '/' })
  for (const { src } of manifest.icons) expect((await fetch(house.server.url + src)).status, src).toBe(200)

  const visitor = await house.visit({ as: (await newMember(house)).username })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  const kept = await page.evaluate(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
    return found
  })()`)
  expect(kept).toEqual(['/offline.html'])
  visitor.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|offline/)
  // Behind a line that is cut there is no server: the same as no network.
  await house.restart(async () => {
    await visitor.open('/wallet/asset')
    await page.getByText('인터넷에 연결되어 있지 않습니다').waitFor()
  })
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('총 보유자산').first().waitFor()
})
