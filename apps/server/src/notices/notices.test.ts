import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import type { TestServer } from '../../test/harness.ts'
import { inbox } from '../../test/inbox.ts'
import { enrolled, moneyServer } from '../../test/money-house.ts'
import { startPushService } from '../../test/push-service.ts'
import { until } from '../../test/until.ts'
import { demoPassword } from '../members/index.ts'
import { ask } from '../outgoing/index.ts'

// What a thief would do with an account, its member hears of by every way that reaches him.

const address = 'demo1@maru.example'
let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let publicKey = ''
let member: Awaited<ReturnType<typeof enrolled>>
const memberId = 1001
beforeAll(async () => {
  service = await startPushService(() => publicKey)
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 }, { reach: service.reach, env: service.env })
  member = await enrolled(server, 'demo1')
  await server.database.run(
    `update member set email = '${address}', email_verified_at = 1 where site_id = 1 and id = ${memberId}`,
  )
  publicKey = (await member.get('/api/alert')).body.publicKey
  const { endpoint, keys } = service.subscribe()
  const kept = await member.post('/api/push/subscribe', { endpoint, keys })
  expect(kept.status).toBe(200)
  await seen('인증 앱 등록')
}, 120_000)
afterAll(async () => {
  await server.close()
  await service.close()
})

const box = async () =>
  (await member.get('/api/message/list')).body as { title: string; content: string; link: string }[]
const seen = (title: string) => until(title, async () => (await box()).find((one) => one.title === title))
const mails = async () => (await inbox(server.database)).filter(({ kind, to }) => kind === 'mail' && to === address)

/** Runs an act and says what its member heard by each way: one of each, and no amount of money. */
async function heardOf(title: string, act: () => Promise<void>) {
  const before = { mails: (await mails()).length, pushes: service.pushed.length, box: (await box()).length }
  await act()
  const message = await until(title, async () => {
    const rows = await box()
    return rows.length > before.box && rows.find((one) => one.title === title)
  })
  await until('the push', () => service.pushed.length > before.pushes)
  expect([(await box()).length - before.box, service.pushed.length - before.pushes]).toEqual([1, 1])
  const written = (await mails()).slice(before.mails)
  expect(written).toHaveLength(1)
  const push = service.pushed.at(-1) as { title: string; text: string; url: string }
  expect([push.title, push.url]).toEqual([title, message.link])
  for (const text of [push.title, push.text, written[0]!.subject, written[0]!.text, message.content])
    expect(text).not.toMatch(/\d,\d{3}|\d원|KRW|USDT/)
  return message
}
const done = async (answer: Promise<{ status: number; body: { code?: string } }>) =>
  expect([(await answer).status, (await answer).body.code]).toEqual([200, undefined])

describe('a member hears', () => {
  it('of a withdrawal that is asked for, with the way to cancel it', async () => {
    const message = await heardOf('출금 신청', () =>
      done(member.post('/api/dnw/apply', { type: 'W', point: '50000', otp: member.otp() })),
    )
    const id = Number(new URL(message.link, server.url).searchParams.get('request'))
    expect(message.link).toBe(`/wallet/dnw_history?request=${id}`)
    await done(member.post('/api/dnw/cancel', { dnwHistoryId: id }))
  })

  it('of money that he gives another member', async () => {
    await heardOf('회원 간 이체', () =>
      done(
        member.post('/api/dnw/transfer', {
          walletType: 'BINARY',
          username: 'demo2',
          point: '10000',
          otp: member.otp(),
        }),
      ),
    )
  })

  it('of an account and an address that are added and removed, once each', async () => {
    const bank = { bankCode: '004', accountNumber: '222-333-444444', holder: '김마루' }
    const add = async () => {
      const added = await member.post('/api/wallet/generate', { coinName: 'KRW', bankInfo: bank, otp: member.otp() })
      expect([added.status, added.body.code]).toEqual([200, undefined])
      return added.body.id as number
    }
    let id = 0
    await heardOf('출금 계좌 등록', async () => {
      id = await add()
    })
    const count = (await box()).length
    // The same account once more is no news.
    expect(await add()).toBe(id)
    await heardOf('출금 계좌 삭제', () =>
      done(member.post('/api/wallet/account/delete', { accountId: id, otp: member.otp() })),
    )
    expect((await box()).length).toBe(count + 1)
    await heardOf('출금 주소 등록', async () => {
      const coin = { coinName: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
      const added = await member.post('/api/wallet/generate', { ...coin, otp: member.otp() })
      expect([added.status, added.body.code]).toEqual([200, undefined])
      id = added.body.id
    })
    await heardOf('출금 주소 삭제', () =>
      done(member.post('/api/wallet/account/delete', { accountId: id, otp: member.otp() })),
    )
  })

  it('of a sign-in on a new device', async () => {
    const signIn = () =>
      server.call('/api/login', { body: { username: 'demo1', password: demoPassword, otp: member.otp() } })
    await heardOf('새 기기에서 로그인했습니다', async () => expect((await signIn()).status).toBe(200))
  })

  it('of his authenticator app, removed and added', async () => {
    await heardOf('인증 앱 해제', () => done(member.post('/api/user/totp/disable', { otp: member.otp() })))
    await heardOf('인증 앱 등록', async () => {
      const { body } = await member.post('/api/user/totp/start', { password: demoPassword })
      await done(member.post('/api/user/totp/confirm', { otp: appCode(body.secret, Date.now()) }))
    })
  })

  it('of a changed password, also where his language is English', async () => {
    await server.database.run(`update site set language = 'en' where id = 1`)
    await server.app.sites.load()
    await heardOf('Password changed', () =>
      done(member.post('/api/user/change_password', { currentPassword: demoPassword, password: 'harbor lantern 7' })),
    )
  })
})

it('is told at most once of a fact, whatever happens to the worker, and another site sees nothing', async () => {
  const count = async () => [(await box()).length, (await mails()).length, service.pushed.length]
  const before = await count()
  const call = {
    siteId: 1,
    id: 'notice-twice',
    kind: 'notice',
    provider: 'notice',
    payload: { memberId, about: 'PASSWORD' },
  } as const
  await server.deps.db.system((tx) => ask(tx, call, Date.now()))
  server.deps.bus.publish('outgoing', null)
  const state = async () =>
    (await server.database.run(`select state from outgoing where id = 'notice-twice'`))[0]?.['state']
  await until('the notice', async () => (await state()) === 'SENT')
  await until('the push', () => service.pushed.length > before[2]!)
  const after = await count()
  expect(after).toEqual(before.map((one) => one + 1))
  // The worker was lost before it wrote down that it was done.
  await server.database.run(
    `update outgoing set state = 'SENDING', closed_at = null, next_at = 1, payload = $1 where id = 'notice-twice'`,
    [JSON.stringify(call.payload)],
  )
  server.deps.bus.publish('outgoing', null)
  await until('the notice again', async () => (await state()) === 'SENT')
  expect(await count()).toEqual(after)
  const foreign = await server.database.run(`select 1 from message where site_id <> 1`)
  expect(foreign).toEqual([])
})
