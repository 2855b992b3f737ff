import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import type { ControlEvent } from '../ports.ts'

let house: HttpHouse
const control: ControlEvent[] = []
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
  house.deps.bus.subscribe('control', (event) => control.push(event))
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
  await expect.poll(() => me(accessToken), { timeout: 5_000 }).toBe(401)
  await expect.poll(coreStatus, { timeout: 5_000 }).toBe('DENY')
  expect(control).toMatchObject([{ kind: 'endSession', siteId: 1, memberId: 1001, reason: 'DENY' }])
  expect(await me(other.accessToken)).toBe(200)

  await setStatus('ACTIVE')
  await expect.poll(coreStatus, { timeout: 5_000 }).toBe('ACTIVE')
  expect(await me((await house.login('demo1')).accessToken)).toBe(200)
})
