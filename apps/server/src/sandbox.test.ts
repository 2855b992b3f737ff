import { networkInterfaces } from 'node:os'
import { type Endpoint, endpoints } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { staff } from '../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../test/sandbox.ts'
import { until } from '../test/until.ts'

let sandbox: TestSandbox
let server: TestServer
beforeAll(async () => {
  sandbox = await startTestSandbox('0.0.0.0')
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})

/** An address of this machine that others reach it by. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

it.skipIf(outside === undefined)(
  'the sandbox shows codes of staff on its own machine alone, those of members to all',
  async () => {
    const [admin, admin2] = [await staff(server, 'admin'), await staff(server, 'admin2')]
    const reason = '입사'
    const form = { username: 'newcs', name: '새직원', role: 'CS', siteIds: [1], email: 'newcs@example.com', reason }
    const asked = await admin.post('/api/console/admin', form)
    const { approvalId } = asked.body
    expect((await admin2.post(`/api/console/approvals/${approvalId}/approve`, { reason })).status).toBe(200)
    const phone = await server.call('/api/certi/certificate_phone', { body: { certificateValue: '010-7777-1234' } })
    expect(phone.status).toBe(200)
    const here = await until('both messages', async () => {
      const found = await sandbox.messages()
      return found.length === 2 && found
    })
    const code =
      here
        .find(({ to }) => to === form.email)
        ?.text.split('\n')
        .at(-1) ?? ''
    expect(code).toMatch(/^[\w-]{43}$/)
    const own = await server.call('/api/certi/certificate_phone', { token: admin.token, body: {} })
    expect(own.status).toBe(200)
    const sms = await until('the message to the phone', async () =>
      (await sandbox.messages()).find(({ to }) => to.endsWith('1101')),
    )
    const [digits = ''] = /\d{6}/.exec(sms.text) ?? []
    expect(digits).not.toBe('')
    const port = new URL(sandbox.sandbox.url).port
    const read = async (host: string, path: string, headers = {}) =>
      (await fetch(`http://${host}:${port}${path}`, { headers })).text()
    for (const path of ['/', '/messages.json']) {
      const here = await read('127.0.0.1', path)
      expect([here.includes(code), here.includes(digits)]).toEqual([true, true])
      const elsewhere = [
        await read(outside as string, path),
        await read('127.0.0.1', path, { 'x-forwarded-for': '203.0.113.7' }),
        await read('127.0.0.1', path, { forwarded: 'for=203.0.113.7' }),
      ]
      for (const page of elsewhere)
        expect([page.includes(code), page.includes(digits), page.includes('7777')]).toEqual([false, false, true])
    }
    // Nor does the console show it to anybody.
    const lists = Object.values<Endpoint>(endpoints).filter(
      ({ method, path }) => method === 'GET' && /^\/api\/console\/[^:]*$/.test(path),
    )
    expect(lists.length).toBeGreaterThan(50)
    const answers = await Promise.all(lists.map(({ path }) => admin.get(path)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
    for (const { body } of answers) {
      const text = JSON.stringify(body)
      expect([text.includes(code), text.includes(digits)]).toEqual([false, false])
    }
  },
)
