import { kstDay } from '../../apps/server/src/http/filters.ts'
import { storeStatement } from '../../apps/server/src/statements/store.ts'
import { configureMoney, enrolled } from '../../apps/server/test/money-house.ts'
import { addPartners } from '../../apps/server/test/partner-rows.ts'
import { until } from '../../apps/server/test/until.ts'
import { colleague } from './console-visit.ts'
import { type House, signIn } from './house.ts'
import { stakeOn } from './stake.ts'

type Member = Awaited<ReturnType<typeof enrolled>>

/** Puts something of each kind into a house, for the lists and panels of the console to show. */
export async function fill(house: House): Promise<void> {
  const { server } = house
  await configureMoney(server, { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, fourEyesFrom: '1000' })
  const member = await enrolled(server, 'demo1')
  for (const body of [
    { type: 'D', point: '300000' },
    { type: 'W', point: '50000', otp: member.otp() },
  ])
    done(await member.post('/api/dnw/apply', body), 200)
  const inquiry = { playerId: 1001, kind: 'MONEY', question: 'When does my deposit arrive?' }
  done(await member.post('/api/contact/create', inquiry), 200)
  await signIn(server, 'demo2')
  await Promise.all([hold(house, member), decide(house), bringLine(house), write(house)])
}

/** A position, an order that ended and a stake: the desk has an exposure, and the member records. */
async function hold({ server }: House, member: Member): Promise<void> {
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  await until('an order is taken', async () => (await member.post('/api/futures/order', order)).status === 200)
  await stakeOn(member, 4, '5000')
}

/** What staff wrote, asked for, and changed. */
async function decide(house: House): Promise<void> {
  const cs = await colleague(house, 'cs')
  const notice = { reason: 'test', category: 'MAINTENANCE', title: 'Maintenance', content: '<p>At night</p>' }
  done(await cs.post('/api/console/notice', { ...notice, isPinned: true, isForced: false }), 200)
  const [operator, operator2] = [await colleague(house, 'operator'), await colleague(house, 'operator2')]
  const change = async (changes: object): Promise<number> => {
    const { rows } = (await operator.get('/api/console/option?scope=money')).body
    const items = [{ scope: 'money', optionId: null, changes, version: rows[0].version }]
    const answer = await operator.post('/api/console/option', { items, reason: 'test' })
    done(answer, 202)
    return answer.body.approvalId
  }
  const agreed = await change({ withdrawMin: '30000' })
  done(await operator2.post(`/api/console/approvals/${agreed}/approve`, { reason: 'test' }), 200)
  await change({ withdrawMin: '20000' })
}

/** A line of today's statement that the ledger does not know. */
async function bringLine({ server }: House): Promise<void> {
  const now = Date.now()
  const line = { kind: 'deposit', providerRef: 'OP-88213', reference: null, amount: '200000', fee: '0' } as const
  const day = kstDay(now)
  const lines = [{ ...line, at: now, valueDate: day }]
  const statement = { account: 'KRW', currency: 'KRW', day, opening: '0', closing: '200000', isFinal: false, lines }
  const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
  await server.deps.db.system((tx) => storeStatement(tx, place, statement, now))
  await server.database.run('update statement_line set is_late = true')
}

/** Calls to providers, what one of them reported, and a tree of partners. */
async function write({ server: { database } }: House): Promise<void> {
  const now = Date.now()
  await database.run(`
    insert into outgoing (site_id, id, kind, provider, payload, state, attempts, next_at, created_at, closed_at, last_error) values
      (1, 'pay-0001', 'payout', 'onepay', '{"payoutId": 1}', 'DEAD', 600, ${now + 86_400_000}, ${now - 60_000}, ${now}, 'no answer within 20000 ms');
    insert into provider_breaker (site_id, provider, state, since) values (1, 'onepay', 'OPEN', ${now});
    insert into provider_event (site_id, provider, event, kind, body, received_at, fault, next_at) values
      (1, 'onepay', 'OP-88206', 'deposit', '{"amount": "1000000"}', ${now}, 'amount: not a number', ${now})`)
  await addPartners(database, [
    { id: 2001, code: 'SUB2001', parentId: 1204 },
    { id: 2011, code: 'SUB2011', parentId: 2001 },
  ])
}

function done({ status, body }: { status: number; body: unknown }, expected: number): void {
  if (status !== expected) throw new Error(JSON.stringify(body))
}
