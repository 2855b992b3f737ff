import { DnwRow } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer } from '../../test/money-house.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0, changeHoldMs: 0 })
  demo1 = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const give = (parts: object = {}) =>
  demo1.post('/api/dnw/transfer', { walletType: 'BINARY', username: 'demo2', point: '20000', ...parts })

it('money moves between own wallets of one currency without a code', async () => {
  const moved = await demo1.post('/api/dnw/transfer', { from: 'FUTURES', to: 'USDT', point: '12.5' })
  expect(DnwRow.parse(moved.body)).toMatchObject({ type: 'TO', walletType: 'FUTURES', point: '12.5' })
})

it('money is given to another member with a code, who is shown masked before', async () => {
  const shown = await demo1.get('/api/dnw/transfer/check?username=demo2')
  expect(shown.body).toMatchObject({ username: 'demo2', isVerified: true })
  expect(refusal(await give())).toEqual([403, 'STEP_UP_REQUIRED'])
  const given = await give({ otp: demo1.otp() })
  expect(DnwRow.parse(given.body)).toMatchObject({ type: 'TO', counterparty: shown.body.name, point: '20000' })
})

it('nobody gives to himself or to nobody', async () => {
  expect(refusal(await give({ username: 'demo1' }))[1]).toBe('TRANSFER_SELF')
  expect(refusal(await give({ username: 'nobody-here' }))[1]).toBe('USER_NOT_FOUND')
})
