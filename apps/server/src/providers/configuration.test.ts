import { demoKeys } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { ProviderConfigurations, ProviderSettings, providerBox, writeSettings } from './configuration.ts'

const sandbox = { url: 'http://127.0.0.1:3001', secret: 'cd'.repeat(32), smtpPort: 0, isEverywhere: false }
const given = {
  baseUrl: 'https://pay.example.com/maru/',
  call: [{ id: 'call-1', secret: '01'.repeat(32) }],
  webhook: [
    { id: 'hook-2', secret: '02'.repeat(32) },
    { id: 'hook-1', secret: '03'.repeat(32), until: 1_795_219_200_000 },
  ],
}
const box = providerBox(testTokenSecret)

let database: TestDatabase
let now = 1_000_000
let configurations: ProviderConfigurations
beforeAll(async () => {
  database = await testDatabase()
  configurations = new ProviderConfigurations(testTokenSecret, {
    db: database.db,
    now: () => now,
    sandboxOf: (siteId) => (siteId === 1 ? sandbox : null),
  })
})
afterAll(() => database.drop())

test('the sandbox plays the providers of a demo site until the site has its own; each change is used within seconds', async () => {
  expect(await configurations.of(1, 'bank')).toEqual({
    baseUrl: `${sandbox.url}/providers/1/bank`,
    ...demoKeys(sandbox.secret, 1, 'bank'),
    isEverywhere: false,
  })
  expect(await configurations.of(15, 'bank')).toBeNull()
  const settings = ProviderSettings.parse(given)
  for (const siteId of [1, 15])
    await database.db.system((tx) => writeSettings(tx, box, { siteId, name: 'bank', settings, now }))
  now += 5_000
  for (const siteId of [1, 15])
    expect(await configurations.of(siteId, 'bank')).toEqual({ ...given, baseUrl: 'https://pay.example.com/maru' })
  expect((await configurations.of(1, 'coin'))?.baseUrl).toBe(`${sandbox.url}/providers/1/coin`)
})

test('keys are sealed in their row: they cannot be read there, nor moved to another site', async () => {
  const [row] = await database.run(`select sealed from provider_config where site_id = 1`)
  expect((row!['sealed'] as Buffer).toString('latin1')).not.toContain('0101')
  await database.run(`update provider_config set sealed = $1 where site_id = 15`, [row?.['sealed']])
  now += 5_000
  await expect(configurations.of(15, 'bank')).rejects.toThrow()
})

test.each([
  ['an address without TLS', { baseUrl: 'http://pay.example.com' }],
  ['an address with a query', { baseUrl: 'https://pay.example.com/?a=1' }],
  ['an address with a password', { baseUrl: 'https://me:secret@pay.example.com' }],
  ['no key', { call: [] }],
  ['three keys', { webhook: [...given.webhook, { id: 'hook-0', secret: '04'.repeat(32) }] }],
  ['a short secret', { call: [{ id: 'call-1', secret: '01' }] }],
])('%s is refused', (_what, changed) => {
  expect(ProviderSettings.safeParse({ ...given, ...changed }).success).toBe(false)
})
