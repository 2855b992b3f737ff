import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let finance: Person
let cs: Person
const txid = `0x${'Ab12'.repeat(16)}`
const requests: number[] = []
beforeAll(async () => {
  server = await startTestServer()
  finance = await staff(server, 'finance')
  cs = await staff(server, 'cs')
  for (const name of ['demo1', 'demo2']) {
    const member = await enrolled(server, name)
    requests.push((await member.post('/api/dnw/apply', { type: 'D', point: '340000' })).body.id)
  }
  const { run } = server.database
  await run(`insert into coin_arrival values (1, 'TRON', '${txid.slice(2).toLowerCase()}', 0, 'USDT', 100, 1001, 'FUTURES', 20, 20,
              'CREDITED', ${requests[0]}, 1, null, 100)`)
  await run(`insert into suspense values
    (1, 7001, 'REFERENCE', 'bank', 'B-77', 'D${requests[0]} 마루', '박다름', null, 'KRW', 51000, 'BANK_KRW', 'bank', 1, 'OPEN', null, null, ''),
    (1, 7002, 'CURRENCY', 'chain', '${'cd'.repeat(32)}', '', '', null, 'USDT', 250000000, 'COIN_HOT', 'x', 2, 'OPEN', null, null, '')`)
  await run(`insert into p2p_order values (1, 7003, 1001, 'BUY', 1, '새벽상점', 65000, 4600000000, 1, 'USDT', '김마루', null, '', 'MARU-41',
              'DISPUTED', 4600000000, 'KB 8812', null, null, '[]', '', 0, 990001, 1, null, 1)`)
})
afterAll(() => server.close())

const ids = async (by: Person, list: string, q: string): Promise<number[]> => {
  const { status, body } = await by.get(
    `/api/console/${list}${list.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`,
  )
  expect([q, status]).toEqual([q, 200])
  return body.content.map(({ id }: { id: number }) => id).sort()
}
const nothing = ['%', '_', "'; drop table dnw", '999999999999999', '1e9', '0x']

it('finds a request by the transaction of its coins, however it is written, and by the memo of a transfer', async () => {
  const list = 'dnw?typeStrs=D'
  const [one, two] = requests as [number, number]
  for (const q of [txid, txid.slice(2), txid.toUpperCase().replace('0X', '0x')])
    expect([q, await ids(finance, list, q)]).toEqual([q, [one]])
  for (const q of [`D${one}`, `d${one}`, String(one)]) expect([q, await ids(finance, list, q)]).toEqual([q, [one]])
  expect(await ids(finance, list, '340,000')).toEqual([one, two].sort())
  for (const q of nothing) expect([q, await ids(finance, list, q)]).toEqual([q, []])
})

it('finds money without an owner by memo, payer, amount, and what its provider or network calls it', async () => {
  for (const q of ['7001', '박다', `D${requests[0]}`, '51,000', 'B-77'])
    expect([q, await ids(finance, 'suspense', q)]).toEqual([q, [7001]])
  for (const q of ['2.5', 'cd'.repeat(32), `0x${'CD'.repeat(32)}`])
    expect([q, await ids(finance, 'suspense', q)]).toEqual([q, [7002]])
  expect(await ids(finance, 'suspense?statusStrs=RETURNED', '7001')).toEqual([])
  for (const q of nothing) expect([q, await ids(finance, 'suspense', q)]).toEqual([q, []])
  const { token } = finance
  const file = await fetch(`${server.url}/api/console/suspense.csv?q=B-77&siteInfoId=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
})

it('finds a P2P order by memo, reference of the payment, merchant and amount', async () => {
  for (const q of ['7003', 'MARU-41', 'maru-4', 'KB 8812', '새벽', '65,000', '46'])
    expect([q, await ids(cs, 'p2p', q)]).toEqual([q, [7003]])
  for (const q of nothing) expect([q, await ids(cs, 'p2p', q)]).toEqual([q, []])
})

it('finds none of another site', async () => {
  for (const [by, list, q] of [
    [finance, 'dnw?typeStrs=D', txid],
    [finance, 'suspense', 'B-77'],
    [finance, 'p2p', 'MARU-41'],
  ] as const) {
    const path = `/api/console/${list}${list.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
    expect((await by.get(path, 15)).body.content).toEqual([])
  }
})
