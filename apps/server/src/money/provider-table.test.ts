import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, staff } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'

/**
 * Each kind of call to a provider under each failure of it, over real HTTP. Charges, withdrawals and orders at merchants have their own
 * in provider-flow.test.ts and p2p.test.ts. Each kind has its provider, so that the kinds run at once.
 */
let sandbox: TestSandbox
let server: TestServer
let members: Awaited<ReturnType<typeof enrolled>>[]
let desk: Awaited<ReturnType<typeof staff>>[]
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startTestServer({ sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  await configureMoney(server, {
    changeHoldMs: 0,
    holdMs: 0,
    firstHoldMs: 0,
    cancelWindowMs: 0,
    flagWithdrawals: 1_000,
  })
  members = await Promise.all(['demo1', 'demo2', 'demo3', 'demo4'].map((name) => enrolled(server, name)))
  desk = [await staff(server, 'finance'), await staff(server, 'finance2')]
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})

type Mode = 'normal' | 'refuse' | 'silent' | 'broken' | 'slow' | 'unsigned'
/** No answer, 500, an answer after the time-out, an answer that anybody may have given. */
const failures = ['silent', 'broken', 'slow', 'unsigned'] as const
const patience = { timeout: 60_000, interval: 50 }

interface Row {
  readonly id: string
  readonly state: string
  readonly attempts: number
}
const outgoing = async (where: string): Promise<Row> =>
  (
    await server.database.run(
      `select id, state, attempts from outgoing where ${where} order by created_at desc limit 1`,
    )
  )[0] as unknown as Row
const played = async (text: string): Promise<number> =>
  (await (await fetch(sandbox.sandbox.url)).text()).split(text).length - 1

interface Kind {
  readonly name: string
  readonly provider: string
  /** Without it all. */
  readonly failures?: readonly Mode[]
  /** A call that is of no use after the time-out is not made again. */
  readonly isShort?: true
  /** Makes one call to the provider; what names its outgoing row. */
  begin(): Promise<string>
  /** Whether it happened, and once. */
  done(row: Row): Promise<void>
  /** What its member has where the provider refuses it. */
  refused(row: Row): Promise<void>
}

/** The wait of a call that is to be made again is over. */
async function hurry(where: string): Promise<void> {
  await server.database.run(
    `update outgoing set next_at = 0 where ${where} and closed_at is null and state in ('QUEUED', 'UNKNOWN')`,
  )
  server.deps.bus.publish('outgoing', null)
}

/** To whom the newest codes go. */
let phone = ''
let mailbox = ''

/** A call that gets through ends SENT; one that fails is made again under its key until it does or is of no use; a refusal ends it at once. */
const kinds: Kind[] = [
  {
    name: 'a code by SMS',
    provider: 'sms',
    begin: async () => {
      const before = (await outgoing(`kind = 'sms'`))?.id
      phone = `010-6${String(Date.now()).slice(-7, -4)}-${String(Date.now()).slice(-4)}`
      const asked = await server.call('/api/certi/certificate_phone', { body: { certificateValue: phone } })
      expect(asked.status).toBe(200)
      await expect.poll(async () => (await outgoing(`kind = 'sms'`))?.id !== before, patience).toBe(true)
      return `id = '${(await outgoing(`kind = 'sms'`)).id}'`
    },
    done: async () => expect((await sandbox.messages()).filter(({ to }) => to === phone)).toHaveLength(1),
    refused: async () => expect((await sandbox.messages()).filter(({ to }) => to === phone)).toEqual([]),
  },
  {
    name: 'a code by mail',
    provider: 'mail',
    // The answers of SMTP: none, and 451.
    failures: ['silent', 'broken'],
    begin: async () => {
      const before = (await outgoing(`kind = 'mail'`))?.id
      mailbox = `table-${randomUUID()}@example.com`
      const asked = await server.call('/api/certi/certificate_email', { body: { certificateValue: mailbox } })
      expect(asked.status).toBe(200)
      await expect.poll(async () => (await outgoing(`kind = 'mail'`))?.id !== before, patience).toBe(true)
      return `id = '${(await outgoing(`kind = 'mail'`)).id}'`
    },
    done: async () => expect((await sandbox.messages()).filter(({ to }) => to === mailbox)).toHaveLength(1),
    refused: async () => expect((await sandbox.messages()).filter(({ to }) => to === mailbox)).toEqual([]),
  },
  {
    name: 'an account at a provider',
    provider: 'paykiwoom',
    begin: async () => {
      const member = members[0]!
      const key = randomUUID()
      await server.database.run(`delete from provider_member where provider = 'paykiwoom'`)
      void member.post('/api/paykiwoom/signup', { value: '010-1234-5678' }, key)
      await expect.poll(() => outgoing(`id = 'register-paykiwoom-${key}'`), patience).toBeTruthy()
      return `id = 'register-paykiwoom-${key}'`
    },
    done: async () => {
      const member = members[0]!
      await expect.poll(async () => (await member.get('/api/paykiwoom/chk_coin')).body.registered, patience).toBe(true)
    },
    refused: async () => {
      const rows = await server.database.run(`select * from provider_member where provider = 'paykiwoom'`)
      expect(rows.filter(({ registered }) => registered === true)).toEqual([])
    },
  },
  {
    name: 'the page that proves an identity',
    provider: 'nice',
    isShort: true,
    begin: async () => {
      const before = (await outgoing(`provider = 'nice'`))?.id
      void members[1]!.get('/api/certi/nice_id')
      await expect.poll(async () => (await outgoing(`provider = 'nice'`))?.id !== before, patience).toBe(true)
      return `id = '${(await outgoing(`provider = 'nice'`)).id}'`
    },
    done: async () => expect((await members[1]!.get('/api/certi/nice_id')).body.url).toContain('/identity/'),
    refused: async () => undefined,
  },
  {
    name: 'a sale to a provider',
    provider: 'bitdex',
    begin: async () => {
      const member = members[2]!
      const body = { walletType: 'BINARY', point: '110000', otp: member.otp() }
      const { id } = (await member.post('/api/bitdex/sellCoin', body)).body
      const { version } = (await desk[0]!.get('/api/console/dnw?typeStrs=WS&size=100')).body.content.find(
        (row: { id: number }) => row.id === id,
      )
      const agreed = await desk[0]!.post(`/api/console/dnw/${id}/approve`, { version, reason: 'looked at it' })
      if (agreed.status === 202)
        await desk[1]!.post(`/api/console/approvals/${agreed.body.approvalId}/approve`, { reason: 'looked at it too' })
      return `id = (select key from payout where dnw_id = ${id})`
    },
    done: async ({ id }) => {
      await expect.poll(() => stateOf(id), patience).toEqual({ payout: 'CONFIRMED', dnw: 'COMPLETED' })
      expect(await played(`${id} · DONE`)).toBe(1)
    },
    refused: async ({ id }) => {
      await expect.poll(() => stateOf(id), patience).toEqual({ payout: 'FAILED', dnw: 'REJECTED' })
    },
  },
]

const stateOf = async (id: string) => {
  const [row] = await server.database.run(
    `select p.state as payout, d.status as dnw from payout p join dnw d on d.id = p.dnw_id where p.key = '${id}'`,
  )
  return row
}

/** One kind through all modes. */
async function playAll({
  name,
  provider,
  failures: own = failures,
  isShort,
  begin,
  done,
  refused,
}: Kind): Promise<void> {
  const switchTo = (calls: Mode) => sandbox.behave(provider, { calls })
  const state = async (where: string) => (await outgoing(where))?.state
  const over = (where: string, mode: Mode) => {
    const now = async () => {
      await hurry(where)
      return state(where)
    }
    return expect
      .poll(now, { ...patience, message: `${name}, ${mode}` })
      .toBe(isShort && mode === 'slow' ? 'EXPIRED' : 'SENT')
  }
  const normal = await begin()
  await over(normal, 'normal')
  await done(await outgoing(normal))
  for (const mode of own) {
    await switchTo(mode)
    const where = await begin()
    // What it is like after the failure: nobody knows, or it waits for another try.
    await expect
      .poll(async () => {
        const row = await outgoing(where)
        return row?.attempts > 0 && row.state !== 'SENDING'
      }, patience)
      .toBe(true)
    expect(await state(where), `${name}, ${mode}`).toMatch(/QUEUED|UNKNOWN/)
    await switchTo('normal')
    await over(where, mode)
    await done(await outgoing(where))
  }
  await switchTo('refuse')
  const where = await begin()
  await expect.poll(() => state(where), { ...patience, message: `${name}, refused` }).toBe('FAILED')
  await refused(await outgoing(where))
}

test(`through each failure of its call: ${kinds.map(({ name }) => name).join(', ')}`, {
  timeout: 120_000,
}, async () => {
  await Promise.all(kinds.map(playAll))
})

test('what comes of all of it balances', async () => {
  const sums = 'select currency from posting group by currency having sum(amount) <> 0'
  expect(await server.database.run(sums)).toEqual([])
})
