import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import type { ControlEvent } from '../ports.ts'

let house: HttpHouse
const control: ControlEvent[] = []
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
  house.deps.bus.subscribe('control', (event) => {
    if (event.kind !== 'desk') control.push(event) // each sign-in tells the console's desk
  })
})
afterAll(() => house.close())

const me = async (accessToken: string) =>
  (await house.app.inject({ url: '/api/wallet/my', headers: { authorization: `Bearer ${accessToken}` } })).statusCode
const coreStatus = async () =>
  (await house.database.run(`select status from member_state where site_id = 1 and member_id = 1001`))[0]?.['status']
const setStatus = (status: string) =>
  house.database.run(`update member set status = '${status}' where site_id = 1 and id = 1001`)

it('DENY ends sessions, sockets and stakes within seconds, wherever it was written; ACTIVE lets stake again', async () => {
  const { accessToken } = await house.login('demo1')
  const other = await house.login('demo2')
  expect(await me(accessToken)).toBe(200)

  await setStatus('DENY')
  await expect.poll(() => me(accessToken)).toBe(403)
  await expect.poll(coreStatus).toBe('DENY')
  expect(control).toMatchObject([{ kind: 'endSession', siteId: 1, memberId: 1001, reason: 'DENY' }])
  control.length = 0
  expect(await me(other.accessToken)).toBe(200)

  await setStatus('ACTIVE')
  await expect.poll(coreStatus).toBe('ACTIVE')
  expect(await me((await house.login('demo1')).accessToken)).toBe(200)
})

const mobile = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; SM-S921N) Chrome/140.0 Mobile Safari/537.36' }
const codeOf = async (accessToken: string, headers: Record<string, string> = {}) => {
  const answer = await house.app.inject({
    url: '/api/wallet/my',
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
  })
  return answer.statusCode === 200 ? 200 : answer.json().code
}

it('a device that is blocked loses at once what was issued before, its sockets too; other devices keep it', async () => {
  const { accessToken } = await house.login('demo3')
  expect(await codeOf(accessToken, mobile)).toBe(200)
  await house.database.run("update member set block_device = 'M' where username = 'demo3' and site_id = 1")
  await expect.poll(() => codeOf(accessToken, mobile)).toBe('DEVICE_MOBILE_BLOCKED')
  expect(control).toEqual([{ kind: 'blockMobile', siteId: 1, memberId: 1003 }])
  expect(await codeOf(accessToken)).toBe(200)
  await house.database.run("update member set block_device = '' where username = 'demo3' and site_id = 1")
  await expect.poll(() => codeOf(accessToken, mobile)).toBe(200)
  control.length = 0
})

it('a session ends at its time, everywhere, though nobody asks for it: 24 hours after its last use', async () => {
  const { accessToken, refreshToken } = await house.login('demo4')
  const [session] = await house.database.run('select max(id) as id from login_session where member_id = 1004')
  await house.database.run(`update login_session set rotated_at = rotated_at - 86400000 where id = ${session?.['id']}`)
  await expect.poll(() => codeOf(accessToken)).toBe('TOKEN_EXPIRED')
  expect(control).toMatchObject([{ kind: 'endSession', memberId: 1004, reason: 'EXPIRED' }])
  const refreshed = await house.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { refreshToken, siteInfoId: 1 },
  })
  expect(refreshed.json().code).toBe('TOKEN_EXPIRED')
  control.length = 0
})

it('a refresh that finds its session expired ends it everywhere', async () => {
  const { refreshToken } = await house.login('demo4')
  house.wall.offset += 24 * 3_600_000
  const refreshed = await house.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { refreshToken, siteInfoId: 1 },
  })
  house.wall.offset -= 24 * 3_600_000
  expect(refreshed.json().code).toBe('TOKEN_EXPIRED')
  const concerns = (event: ControlEvent) => 'memberId' in event && event.memberId === 1004
  expect(control.filter(concerns)).toMatchObject([{ kind: 'endSession', reason: 'EXPIRED' }])
})
