import type { AddressInfo } from 'node:net'
import type { OutgoingRow } from '@maru/core'
import { tables } from '@maru/core'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { testTokenSecret } from '../../test/template.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { select } from '../journal/index.ts'
import type { Providers } from '../providers/index.ts'
import { mailCourier } from './mail.ts'
import { Messages } from './messages.ts'
import { smsCourier } from './sms.ts'

let database: TestDatabase
let server: SMTPServer
let refuse: { readonly code: number; readonly text: string } | null = null
const mails: { readonly to: readonly string[]; readonly source: string }[] = []
const bus = inProcessBus(() => undefined)
const messages = new Messages(testTokenSecret, bus, Date.now)
const signal = new AbortController().signal

beforeAll(async () => {
  database = await testDatabase()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(refuse === null ? null : Object.assign(new Error(refuse.text), { responseCode: refuse.code })),
    onData(stream, session: SMTPServerSession, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await database.drop()
})
beforeEach(() => {
  mails.length = 0
  refuse = null
})

const url = () => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const courier = (address = url()) =>
  mailCourier({ url: address, from: 'Maru <no-reply@maru.example>', tls: null }, messages)

async function written(kind: 'mail' | 'sms' = 'mail', text = '[마루] 인증번호는 509312입니다.'): Promise<OutgoingRow> {
  const id = await database.db.tenant(1, (tx) =>
    messages.write(tx, {
      siteId: 1,
      kind,
      to: kind === 'mail' ? 'a@b.example' : '010-1234-5678',
      subject: '인증번호',
      text,
      expiresAt: 99,
    }),
  )
  const [row] = await database.db.system((tx) => select(tx, tables.outgoing, 'where id = $1', [id]))
  return row!
}

test('a mail arrives with its Korean text, and again under the same Message-ID', async () => {
  const row = await written()
  expect(JSON.stringify(row.payload)).not.toMatch(/509312|b\.example/)
  expect(courier().expiresAt?.(row)).toBe(99)
  for (let time = 0; time < 2; time++) expect(await courier().send(row, signal)).toEqual({ state: 'SENT' })
  expect(mails.map(({ to }) => to)).toEqual([['a@b.example'], ['a@b.example']])
  const [first, second] = mails.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])
  expect([first, second]).toEqual([`<${row.id}@maru.example>`, `<${row.id}@maru.example>`])
  const body = mails[0]!.source.split('\r\n\r\n')[1]!.replace(/\s/g, '')
  expect(Buffer.from(body, 'base64').toString()).toBe('[마루] 인증번호는 509312입니다.')
})

test('a mailbox that does not exist is refused for good; a server that is busy or away is not', async () => {
  const row = await written()
  refuse = { code: 550, text: 'no such mailbox a@b.example' }
  expect(await courier().send(row, signal)).toEqual({ state: 'FAILED', error: 'SMTP 550' })
  refuse = { code: 451, text: 'try later' }
  expect(await courier().send(row, signal)).toEqual({ state: 'AGAIN', error: 'SMTP 451' })
  expect(await courier('smtp://127.0.0.1:1').send(row, signal)).toEqual({ state: 'AGAIN', error: 'SMTP ESOCKET' })
  expect(mails).toEqual([])
})

test('a message that was moved to another row does not open', async () => {
  const one = await written()
  const other = await written()
  expect(() => messages.open({ ...one, payload: other.payload })).toThrow()
})

type Answer = { readonly outcome: 'PENDING' | 'DONE' | 'FAILED' | 'UNKNOWN'; readonly detail: string | null }

const answering = (answer: Answer, sent: unknown[] = []): Providers => ({
  of: async () =>
    ({
      call: async (...call: unknown[]) => {
        sent.push(call)
        return { ...answer, providerRef: null, result: null }
      },
    }) as never,
})

test('a provider of messages to phones gets number and text under the id of the row', async () => {
  const row = await written('sms', '안녕')
  const sent: unknown[] = []
  expect(await smsCourier(answering({ outcome: 'DONE', detail: null }, sent), messages).send(row, signal)).toEqual({
    state: 'SENT',
  })
  expect(sent).toEqual([['sms', { to: '010-1234-5678', text: '안녕' }, { idempotencyKey: row.id }]])
})

test.each([
  ['PENDING', { state: 'SENT' }],
  ['FAILED', { state: 'FAILED', error: 'why' }],
  ['UNKNOWN', { state: 'AGAIN', error: 'why' }],
] as const)('its answer %s counts as %j', async (outcome, expected) => {
  const row = await written('sms')
  expect(await smsCourier(answering({ outcome, detail: 'why' }), messages).send(row, signal)).toEqual(expected)
})

test('a message of a site without such a provider waits for one', async () => {
  const outcome = await smsCourier({ of: async () => null }, messages).send(await written('sms'), signal)
  expect(outcome.state).toBe('AGAIN')
})
