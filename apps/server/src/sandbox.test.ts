import { networkInterfaces } from 'node:os'
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
    const port = new URL(sandbox.sandbox.url).port
    const read = async (host: string, path: string) => (await fetch(`http://${host}:${port}${path}`)).text()
    for (const path of ['/', '/messages.json']) {
      expect(await read('127.0.0.1', path)).toContain(code)
      const elsewhere = await read(outside as string, path)
      expect(elsewhere).not.toContain(code)
      expect(elsewhere).toContain('7777')
    }
  },
)
