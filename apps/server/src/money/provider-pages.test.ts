import { providerEndpoints } from '@maru/contract'
import type { ProviderName } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { ProviderSettings, providerBox, writeSettings } from '../providers/index.ts'

const names = ['bitdex', 'bitshop', 'onepay', 'codepay', 'gluwa'] as const
const calls = [
  providerEndpoints.bitdexChargeUrl,
  providerEndpoints.bitshopUrl,
  providerEndpoints.onepayLogin,
  providerEndpoints.codepayUrl,
  providerEndpoints.gluwaQr,
]

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.login('demo1')).accessToken
})
afterAll(() => server.close())

const open = ({ method, path }: (typeof calls)[number]) =>
  server.call(path, method === 'POST' ? { token, body: {} } : { token })

/** Configures a provider of site 1; before it is asked for, for what was read is kept for seconds. */
async function configure(name: ProviderName): Promise<void> {
  const key = { id: 'k1', secret: '01'.repeat(32) }
  const { db, config, clocks } = server.deps
  const settings = ProviderSettings.parse({ baseUrl: `https://${name}.example/api`, call: [key], webhook: [key] })
  await db.system((tx) =>
    writeSettings(tx, providerBox(config.tokenSecret), { siteId: 1, name, settings, now: clocks.wall() }),
  )
}

it('has a signed address that names the member and ends', async () => {
  for (const name of names) await configure(name)
  for (const [index, call] of calls.entries()) {
    const { body } = await open(call)
    const url = new URL(body.url ?? body.qr)
    const named = [url.host, url.searchParams.get('member'), url.searchParams.get('site')]
    expect(named).toEqual([`${names[index]}.example`, 'm-1-1001', '1'])
    expect(url.searchParams.get('signature')).toBeTruthy()
    expect(body.expiresAt).toBeGreaterThan(Date.now())
  }
  const { body } = await server.call('/api/site_info/temp/bitdex')
  expect(body).toEqual({ isOpen: true, url: '/api/bitdex/coin_charge_url' })
})

it('is unknown where the site has no such provider, and P2P where its flag is off', async () => {
  const { body } = await server.call('/api/site_info/temp/bitdex', { siteInfoId: 15 })
  expect(body.isOpen).toBe(false)
  for (const provider of ['p2p', 'nobody', 'bank'])
    expect(refusal(await server.call(`/api/p2p/url?provider=${provider}`, { token }))).toEqual([
      400,
      'PURCHASE_METHOD_UNSUPPORTED',
    ])
  await server.database.run(`update site set flags = '100101' where id = 1`)
  await server.app.sites.load()
  expect(refusal(await server.call('/api/p2p/url?provider=p2p', { token }))).toEqual([403, 'FEATURE_DISABLED'])
})
