import { randomUUID } from 'node:crypto'
import { type ProtocolKey, signRequest, webhookPath } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff, staffOf } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
let someone: ReturnType<typeof staffOf>
beforeAll(async () => {
  server = await startTestServer()
  someone = staffOf(server)
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
})
afterAll(() => server.close())

const path = '/api/console/site/provider'
const call = { id: 'call-1' }
const webhook = { id: 'hook-1' }
const next = { id: 'hook-2' }
/** What both persons wrote down of each key. */
const secrets = new Map<string, string>()
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

/** The halves that a person may see now. */
const halvesOf = async (person: Person) => (await person.get(path)).body.halves
const see = (person: Person, draft: number) => person.post(`${path}/half`, { draft })

/** Both persons see their halves of the newest draft, and put them together at the provider's. */
async function putTogether(): Promise<void> {
  const [mine] = (await halvesOf(admin)).slice(-1)
  const [first, second] = [(await see(admin, mine.draft)).body, (await see(admin2, mine.draft)).body]
  for (const direction of ['call', 'webhook'])
    if (first[direction] !== null) secrets.set(first[direction].id, first[direction].secret + second[direction].secret)
}
const keyOf = (id: string): ProtocolKey => ({ id, secret: secrets.get(id) ?? '' })

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

it('a provider is set by two persons; its keys sign at once, and nobody reads one whole', async () => {
  expect(await shown()).toMatchObject({ source: 'NONE', call: [], updatedAt: null })
  const asked = await ask({ call, webhook })
  expect((await shown()).source).toBe('NONE')
  await putTogether()
  expect(refusal(await admin.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: 'x' }))).toEqual(
    [403, 'APPROVAL_SELF'],
  )
  expect((await agree(asked)).status).toBe(200)
  expect(await shown()).toMatchObject({
    source: 'OWN',
    baseUrl: 'https://pay.example.com/maru',
    call: [{ id: 'call-1', lastFour: secrets.get('call-1')?.slice(-4), until: null }],
    webhook: [{ id: 'hook-1', lastFour: secrets.get('hook-1')?.slice(-4), until: null }],
  })
  // What a running server kept lasts for five seconds.
  await expect.poll(() => told(keyOf('hook-1')), { interval: 250 }).not.toBe(401)
})

it('a new key is taken beside the older one, which ends after a day', async () => {
  const asked = await ask({ webhook: next })
  expect((await agree(asked)).status).toBe(200)
  await putTogether()
  const [first, second] = (await shown()).webhook
  expect([first.id, first.until, second.id]).toEqual(['hook-2', null, 'hook-1'])
  expect(second.until - server.deps.clocks.wall()).toBeGreaterThan(86_000_000)
  expect((await shown()).call).toMatchObject([{ id: 'call-1', until: null }])
  await expect.poll(() => told(keyOf('hook-2')), { interval: 250 }).not.toBe(401)
  expect(await told(keyOf('hook-1'))).not.toBe(401)
  expect(await told({ id: 'hook-1', secret: 'dd'.repeat(32) })).toBe(401)
})

it('each of the two persons sees one half of a secret, once; nobody else sees any, and nobody the other half', async () => {
  await ask({ webhook: { id: 'hook-3' } })
  const [mine] = await halvesOf(admin)
  expect(mine).toMatchObject({ provider: 'bank', half: 'FIRST', keys: ['hook-3'] })
  expect(await halvesOf(admin2)).toEqual([{ ...mine, half: 'SECOND' }])
  const audit = await someone('audit')
  expect(await halvesOf(audit)).toEqual([])
  expect(refusal(await see(audit, mine.draft))).toEqual([403, 'PERMISSION_DENIED'])
  const first = (await see(admin, mine.draft)).body
  expect(first).toEqual({
    half: 'FIRST',
    call: null,
    webhook: { id: 'hook-3', secret: expect.stringMatching(/^[0-9a-f]{32}$/) },
  })
  expect(refusal(await see(admin, mine.draft))).toEqual([404, 'HISTORY_NOT_FOUND'])
  const answers = await Promise.all([see(admin2, mine.draft), see(admin2, mine.draft)])
  const second = answers.find(({ status }) => status === 200)?.body
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(second).toMatchObject({ half: 'SECOND', webhook: { id: 'hook-3' } })
  expect(second.webhook.secret).not.toBe(first.webhook.secret)
  expect([await halvesOf(admin), await halvesOf(admin2)]).toEqual([[], []])
  const acts = await server.database.run(
    `select staff_id, said from staff_act where action = 'POST /api/console/site/provider/half' and said ->> 'draft' = $1 order by at, id`,
    [String(mine.draft)],
  )
  expect(acts.map(({ said }) => said)).toEqual([
    { draft: mine.draft, half: 'FIRST' },
    { draft: mine.draft, half: 'SECOND' },
  ])
  for (const half of [first, second]) expect(JSON.stringify(acts)).not.toContain(half.webhook.secret)
})

it('a request that is repeated, or refused, leaves no half to see', async () => {
  const body = {
    provider: 'bank',
    updatedAt: (await shown()).updatedAt,
    reason: '분기 열쇠 교체',
    baseUrl: 'https://pay.example.com/maru',
  }
  const key = randomUUID()
  const send = () => admin.post(path, { ...body, webhook: { id: 'hook-4' } }, 1, key)
  const [asked, again] = [await send(), await send()]
  expect(again.body.approvalId).toBe(asked.body.approvalId)
  expect(await halvesOf(admin2)).toHaveLength(1)
  const refuse = `/api/console/approvals/${asked.body.approvalId}/refuse`
  expect((await admin2.post(refuse, { reason: '아직 아닙니다' })).status).toBe(200)
  expect([await halvesOf(admin), await halvesOf(admin2)]).toEqual([[], []])
})

it('no secret stands in the database, in an approval, in the log or in an answer', async () => {
  await server.database.run('delete from provider_draft')
  const texts = [
    JSON.stringify((await admin.get(path)).body),
    JSON.stringify((await admin.get('/api/console/approvals')).body),
    JSON.stringify(await server.database.run('select * from approval')),
    JSON.stringify(await server.database.run('select * from staff_act')),
    JSON.stringify(await server.database.run('select provider, base_url, sealed::text from provider_config')),
    JSON.stringify(await server.database.run('select sealed::text from provider_draft')),
  ]
  expect(secrets.size).toBe(3)
  for (const text of texts) for (const secret of secrets.values()) expect(text.includes(secret)).toBe(false)
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
  [{ call: { id: 'call-1' } }, [422, 'SETTING_INVALID']],
  [{ call: { id: 'call-9', secret: 'ff'.repeat(32) } }, [400, 'INVALID_REQUEST']],
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
  const audit = await someone('audit')
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
