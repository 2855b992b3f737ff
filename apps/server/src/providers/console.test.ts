import { randomUUID } from 'node:crypto'
import { type ProtocolKey, signRequest, webhookPath } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
})
afterAll(() => server.close())

const path = '/api/console/site/provider'
const call = { id: 'call-1', secret: 'c1'.repeat(32) }
const webhook = { id: 'hook-1', secret: 'a1'.repeat(32) }
const next = { id: 'hook-2', secret: 'b2'.repeat(32) }
const shown = async (name = 'bank') =>
  (await admin.get(path)).body.providers.find((one: { name: string }) => one.name === name)
const ask = async (parts: object, seen?: number) =>
  admin.post(path, {
    provider: 'bank',
    updatedAt: seen ?? (await shown()).updatedAt ?? 0,
    reason: '분기 열쇠 교체',
    baseUrl: 'https://pay.example.com/maru',
    ...parts,
  })
const agree = (asked: { body: { approvalId: number } }) =>
  admin2.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })

/** What a webhook under a key is answered: 401 where the key is none. */
async function told(key: ProtocolKey): Promise<number> {
  const url = webhookPath('bank', 1)
  const body = JSON.stringify({ event: randomUUID(), kind: 'nothing' })
  const { host } = new URL(server.url)
  const stamp = { time: server.deps.clocks.wall(), nonce: randomUUID() }
  const headers = signRequest({ method: 'POST', host, path: url, body }, key, stamp)
  const answer = await fetch(new URL(url, server.url), {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  return answer.status
}

it('a provider is set by two persons; its keys sign at once, and nobody reads them again', async () => {
  expect(await shown()).toMatchObject({ source: 'NONE', call: [], updatedAt: null })
  const asked = await ask({ call, webhook })
  expect((await shown()).source).toBe('NONE')
  expect(refusal(await admin.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: 'x' }))).toEqual(
    [403, 'APPROVAL_SELF'],
  )
  expect((await agree(asked)).status).toBe(200)
  expect(await shown()).toMatchObject({
    source: 'OWN',
    baseUrl: 'https://pay.example.com/maru',
    call: [{ id: 'call-1', lastFour: 'c1c1', until: null }],
    webhook: [{ id: 'hook-1', lastFour: 'a1a1', until: null }],
  })
  // What a running server kept lasts for five seconds.
  await expect.poll(() => told(webhook), { interval: 250 }).not.toBe(401)
})

it('a new key is taken beside the older one, which ends after a day', async () => {
  expect((await agree(await ask({ webhook: next }))).status).toBe(200)
  const [first, second] = (await shown()).webhook
  expect([first.id, first.until, second.id]).toEqual(['hook-2', null, 'hook-1'])
  expect(second.until - server.deps.clocks.wall()).toBeGreaterThan(86_000_000)
  expect((await shown()).call).toEqual([{ id: 'call-1', lastFour: 'c1c1', until: null }])
  await expect.poll(() => told(next), { interval: 250 }).not.toBe(401)
  expect(await told(webhook)).not.toBe(401)
  expect(await told({ id: 'hook-1', secret: 'dd'.repeat(32) })).toBe(401)
})

it('no secret stands in the database, in an approval, in the log or in an answer', async () => {
  const secrets = [call, webhook, next].map(({ secret }) => secret)
  const texts = [
    JSON.stringify((await admin.get(path)).body),
    JSON.stringify((await admin.get('/api/console/approvals')).body),
    JSON.stringify(await server.database.run('select * from approval')),
    JSON.stringify(await server.database.run('select * from staff_act')),
    JSON.stringify(await server.database.run('select provider, base_url, sealed::text from provider_config')),
    JSON.stringify(await server.database.run('select sealed::text from provider_draft')),
  ]
  for (const text of texts) for (const secret of secrets) expect(text.includes(secret)).toBe(false)
  const [act] = await server.database.run(
    `select changes from staff_act where changes::text like '%provider_config%' order by id desc limit 1`,
  )
  expect(act?.['changes']).toMatchObject([
    { table: 'approval' },
    { table: 'provider_config', before: { webhookKey: 'hook-1' }, after: { webhookKey: 'hook-2', callKey: 'call-1' } },
  ])
  expect(await server.database.run('select 1 from provider_draft')).toEqual([])
})

it.each([
  [{ baseUrl: 'http://pay.example.com' }, [422, 'SETTING_INVALID']],
  [{ baseUrl: 'https://user@pay.example.com' }, [422, 'SETTING_INVALID']],
  [{ baseUrl: 'file:///etc/passwd' }, [422, 'SETTING_INVALID']],
  [{ provider: 'casino', call, webhook }, [422, 'SETTING_INVALID']],
  [{ provider: 'sms', updatedAt: 0, call }, [422, 'SETTING_INVALID']],
  [{ call: { id: 'call-1', secret: 'ff'.repeat(32) } }, [422, 'SETTING_INVALID']],
  [{ call: { id: 'call-9', secret: call.secret } }, [422, 'SETTING_INVALID']],
  [{ call: { id: 'call-9', secret: 'short' } }, [400, 'INVALID_REQUEST']],
  [{ transitMs: 5 }, [422, 'SETTING_INVALID']],
  [{}, [422, 'SETTING_INVALID']],
])('%j is refused', async (parts, said) => {
  const before = await shown()
  expect(refusal(await ask(parts))).toEqual(said)
  expect(await shown()).toEqual(before)
})

it('who looked at an older one is told what holds now, and the later of two has failed', async () => {
  const { updatedAt } = await shown()
  const [one, two] = [await ask({ transitMs: 3_600_000 }), await ask({ transitMs: 7_200_000 })]
  expect((await agree(one)).status).toBe(200)
  expect(refusal(await agree(two))).toEqual([409, 'STALE_VERSION'])
  const late = await ask({ transitMs: 9_000_000 }, updatedAt)
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params).toMatchObject({ callKey: 'call-1', webhookKey: 'hook-2' })
})

it('is taken away by two persons', async () => {
  const remove = async () => {
    const { updatedAt } = await shown()
    return admin.post(`${path}/remove`, { provider: 'bank', updatedAt: updatedAt ?? 0, reason: '계약이 끝났습니다' })
  }
  expect((await agree(await remove())).status).toBe(200)
  expect((await shown()).source).toBe('NONE')
  expect(refusal(await remove())).toEqual([404, 'HISTORY_NOT_FOUND'])
})

it('is for SUPERs, AUDIT looks, and another site’s is 404', async () => {
  const audit = await staff(server, 'audit')
  expect((await audit.get(path)).status).toBe(200)
  const body = { provider: 'bank', updatedAt: 0, reason: 'x', baseUrl: 'https://a.example', call, webhook }
  expect(refusal(await audit.post(path, body))).toEqual([403, 'PERMISSION_DENIED'])
  for (const name of ['operator', 'finance'])
    expect(refusal(await (await staff(server, name)).get(path))).toEqual([403, 'PERMISSION_DENIED'])
  for (const answer of [
    await admin.get(path, 77),
    await admin.post(path, body, 77),
    await admin.post(`${path}/remove`, { provider: 'bank', updatedAt: 0, reason: 'x' }, 77),
  ])
    expect(refusal(answer)).toEqual([404, 'SITE_NOT_FOUND'])
})
