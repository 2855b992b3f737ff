import { kstDay, kstMonday } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type Answer, startTestServer, type TestServer } from '../../test/harness.ts'
import { type staff, staffOf } from '../../test/money-house.ts'
import { PartnerWeeks } from '../../test/partner-week.ts'
import { closeWeek } from './close.ts'

// HANBIT (1203) earns 40 % of fees and 0.8 % of stakes, PARTNER1 (1204) below it 30 % and 0.6 %. Its owner is member 1104.

const dayMs = 86_400_000
let server: TestServer
let who: (username: string) => ReturnType<typeof staff>
let week: number
let weeks: PartnerWeeks
beforeAll(async () => {
  server = await startTestServer()
  who = staffOf(server)
  weeks = new PartnerWeeks(server)
  // The week before the last one: that one was closed as the server started.
  week = kstMonday(server.deps.clocks.domain.now()) - 14 * dayMs
  await server.database.run('update member set partner_id = 1203 where site_id = 1 and id = 1001')
})
afterAll(() => server.close())

const lines = (of = week) =>
  server.database.run(
    `select partner_id::int as partner, branch_id::int as branch, type, base::int, amount::int, member_count as members, left_out_count as out,
            left_out_base::int as "outBase"
       from commission_line where site_id = 1 and week = $1 order by 1, 2, 3`,
    [of],
  )
const close = () => closeWeek(server.deps, { siteId: 1, week })

describe('P11–P18: a week', () => {
  it('waits while a round of it is open, and while no rate of a day is known', async () => {
    await weeks.fee(1006, week, 1_000_000_000) // 10 USDT on the first millisecond
    const open = await weeks.round(week, [{ memberId: 1006, side: 'B', point: 1_000 }], false)
    expect(await close()).toBe(false)
    await server.database.run(`update round set settled_at = $1 where site_id = 1 and id = ${open}`, [week + 4 * dayMs])
    await server.database.run('delete from commission_rate where site_id = 1')
    expect(await close()).toBe(false)
    expect(await lines()).toEqual([])
  })

  it('counts fees in won at the rate of the day, stakes in cash that were decided, and of opposite ones of a group none', async () => {
    for (const [day, rate] of [
      [0, '140000000000'],
      [6, '150000000050'],
    ] as const)
      await server.database.run('insert into commission_rate (site_id, day, rate, at) values (1, $1, $2, 1)', [
        week + day * dayMs,
        rate,
      ])
    await weeks.fee(1006, week + 7 * dayMs - 1, 100_000_000) // 1 USDT at 23:59:59.999 on Sunday: 1,500 won
    await weeks.fee(1006, week + 7 * dayMs, 900_000_000) // of the next week
    await weeks.fee(1006, week - 1, 900_000_000) // of the one before
    await weeks.fee(1006, week + dayMs, 500_000_000, 'USDT', 'FUTURES_LIQUIDATION_FEE')
    await weeks.fee(1001, week + dayMs, 5_000, 'KRW', 'OVERSEA_FEE')
    await weeks.fee(1002, week + dayMs, 7_777, 'KRW', 'OVERSEA_FEE') // whom nobody brought
    await weeks.sameDevice('ab', 1007, 1008)
    await weeks.sameDevice('cd', 1009, 1104) // the owner of PARTNER1
    await weeks.round(week, [
      { memberId: 1007, side: 'B', point: 10_000 },
      { memberId: 1008, side: 'S', point: 4_000, status: 2 },
      { memberId: 1006, side: 'S', point: 3_000, bonus: 1_000 },
      { memberId: 1006, side: 'S', point: 50_000, status: 3 },
      { memberId: 1009, side: 'B', point: 100_000 },
      { memberId: 1006, side: 'B', point: 900_000, at: week + 7 * dayMs },
    ])
    // Both ways of counting have to come to the same, or this throws.
    expect(await close()).toBe(true)
    // Roll of 1006: 1,000 of the round before, 2,000 here; of 1007 6,000; of 1008 none; of 1009 100,000.
    expect(await lines()).toEqual([
      { partner: 1203, branch: 0, type: 'FEE', base: 5_000, amount: 2_000, members: 1, out: 0, outBase: 0 },
      { partner: 1203, branch: 1204, type: 'FEE', base: 15_500, amount: 1_550, members: 1, out: 0, outBase: 0 },
      { partner: 1203, branch: 1204, type: 'ROLL', base: 109_000, amount: 218, members: 3, out: 0, outBase: 0 },
      { partner: 1204, branch: 0, type: 'FEE', base: 15_500, amount: 4_650, members: 1, out: 0, outBase: 0 },
      { partner: 1204, branch: 0, type: 'ROLL', base: 9_000, amount: 54, members: 2, out: 1, outBase: 100_000 },
    ])
    const [stakes] = await server.database.run(
      `select sum(opposed)::int as opposed, sum(bonus_stake)::int as bonus, sum(voids)::int as voids
         from commission_base where site_id = 1 and week = $1`,
      [week],
    )
    expect(stakes).toEqual({ opposed: 8_000, bonus: 1_000, voids: 1 })
  })

  it('owes each partner what its lines come to, and is closed once for ever', async () => {
    const payables = await server.database.run(
      'select partner_id::int, amount::int, state from commission_payable where site_id = 1 and week = $1 order by 1',
      [week],
    )
    expect(payables).toEqual([
      { partner_id: 1203, amount: 3_768, state: 'WAITING' },
      { partner_id: 1204, amount: 4_704, state: 'WAITING' },
    ])
    await weeks.fee(1006, week + dayMs, 100_000_000)
    expect(await close()).toBe(false)
    expect(
      await server.database.run(
        `select balance::int, sub from house_account where site_id = 1 and account = 'PARTNER_PAYABLE' order by sub`,
      ),
    ).toEqual([
      { balance: 3_768, sub: '1203' },
      { balance: 4_704, sub: '1204' },
    ])
  })

  it('that was written and not yet posted is posted as it was written, whatever groups were found since', async () => {
    const before = { siteId: 1, week: week - 7 * dayMs }
    for (const day of [0, 6])
      await server.database.run(
        'insert into commission_rate (site_id, day, rate, at) values (1, $1, 140000000000, 1)',
        [before.week + day * dayMs],
      )
    await weeks.fee(1010, before.week, 1_000_000_000)
    const core = { submit: () => Promise.reject(new Error('the process ends here')) }
    await expect(closeWeek({ ...server.deps, core: core as never }, before)).rejects.toThrow('ends here')
    const written = await lines(before.week)
    expect(written).not.toEqual([])
    await weeks.sameDevice('ef', 1010, 1110)
    expect(await closeWeek(server.deps, before)).toBe(true)
    expect(await lines(before.week)).toEqual(written)
    const [sum] = await server.database.run('select sum::int from commission_close where site_id = 1 and week = $1', [
      before.week,
    ])
    expect(sum).toEqual({ sum: written.reduce((total, { amount }) => total + Number(amount), 0) })
  })
})

describe('P19: what a week owes', () => {
  const day = () => kstDay(week)
  const post = async (username: string, path: string, body: object): Promise<Answer> =>
    (await who(username)).post(`/api/console/${path}`, { reason: 'as closed', ...body })
  const approve = async (asked: Answer, username: string): Promise<Answer> =>
    (await who(username)).post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason: 'yes' })
  const node = async (id: number) => {
    const { body } = await (await who('finance')).get(`/api/console/commission?week=${day()}`)
    return body.nodes.find(({ partnerId }: { partnerId: number }) => partnerId === id)
  }
  const own = async (query = '') => {
    const { token } = await who('partner1')
    return (await server.call(`/api/partner_profit/my_list?endDate=${kstDay(week + 6 * dayMs)}${query}`, { token }))
      .body
  }

  it('is shown to headquarters by partner and line, and to a partner alone as his', async () => {
    const { body } = await (await who('finance')).get(`/api/console/commission?week=${day()}`)
    expect(body).toMatchObject({ from: day(), isClosed: true, fee: '20500', roll: '109000', amount: '8472' })
    expect(await node(1204)).toMatchObject({
      amount: '4704',
      fee: '15500',
      state: 'WAITING',
      leftOut: '100000',
      version: 1,
    })
    const file = await server.app.inject({
      url: `/api/console/commission/line.csv?week=${day()}`,
      headers: { authorization: `Bearer ${(await who('finance')).token}` },
    })
    expect(file.body).toContain('15500')
    const { body: posted } = await (await who('finance')).get(
      `/api/console/commission/posting?week=${day()}&partnerId=1204`,
    )
    expect(posted.content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'FEE', memberId: 1006, currency: 'USDT', amount: '10' }),
        expect.objectContaining({ type: 'ROLL', memberId: 1009, txnId: null, currency: 'KRW', amount: '100000' }),
      ]),
    )
    expect(new Set(posted.content.map((one: { memberId: number }) => one.memberId))).toEqual(
      new Set([1006, 1007, 1008, 1009]),
    )
    const rows = (await own()).filter(({ from }: { from: string }) => from === day())
    expect(rows).toMatchObject([
      { type: 'FEE', branchId: null, base: '15500', rate: '30.00', amount: '4650', status: 'WAITING', isDemo: true },
      { type: 'ROLL', base: '9000', rate: '0.60', amount: '54', leftOut: { members: 1, base: '100000' } },
    ])
    expect(await own('&resultType=Summary')).toMatchObject({ paid: '0' })
    expect(
      refusal(await server.call('/api/partner_profit/my_list', { token: (await server.login('demo2')).accessToken })),
    ).toEqual([404, 'PARTNER_NOT_FOUND'])
  })

  it('is refused of a week to come, and of a day that is no Monday', async () => {
    const ahead = kstDay(kstMonday(server.deps.clocks.domain.now()) + 7 * dayMs)
    for (const one of [ahead, kstDay(week + dayMs)])
      expect(refusal(await (await who('finance')).get(`/api/console/commission?week=${one}`))).toEqual([
        400,
        'PARTNER_WEEK',
      ])
  })

  it('is held by one person, and paid by two once it is released', async () => {
    const held = await post('finance', `commission/${day()}/1204/hold`, { isHeld: true, version: 1 })
    expect([held.status, held.body]).toEqual([200, { version: 2 }])
    expect(refusal(await post('finance', `commission/${day()}/1204/hold`, { isHeld: true, version: 1 }))).toEqual([
      409,
      'STALE_VERSION',
    ])
    expect(refusal(await post('finance', 'commission/pay', { week: day(), partnerIds: [1203, 1204] }))).toEqual([
      409,
      'STALE_VERSION',
    ])
    expect((await post('finance', `commission/${day()}/1204/hold`, { isHeld: false, version: 2 })).status).toBe(200)
    const asked = await post('finance', 'commission/pay', { week: day(), partnerIds: [1204] })
    expect(asked.status).toBe(202)
    expect(await node(1204)).toMatchObject({ state: 'APPROVING' })
    expect(refusal(await approve(asked, 'finance'))).toEqual([403, 'APPROVAL_SELF'])
    expect(refusal(await approve(asked, 'cs'))).toEqual([403, 'PERMISSION_DENIED'])
    const said = await approve(asked, 'finance2')
    expect([said.status, said.body.state]).toEqual([200, 'APPROVED'])
    await approve(asked, 'finance2')
    expect(await node(1204)).toMatchObject({ state: 'PAID' })
    const { token } = await who('partner1')
    const paid = (await server.call('/api/dnw/list', { token })).body.filter(
      ({ type }: { type: string }) => type === 'C',
    )
    expect(paid).toMatchObject([{ point: '4704', status: 'COMPLETED', walletType: 'BINARY' }])
    expect(await own('&resultType=Summary')).toMatchObject({ paid: '4704' })
  })

  it('is held where its partner is suspended, and rejected by two', async () => {
    await post('operator', 'partner/1203/status', { status: 'SUSPENDED' })
    expect(await node(1203)).toMatchObject({ state: 'HELD', status: 'SUSPENDED' })
    const asked = await post('operator', `commission/${day()}/1203/reject`, {})
    expect((await approve(asked, 'operator2')).body.state).toBe('APPROVED')
    expect(await node(1203)).toMatchObject({ state: 'REJECTED' })
    expect(refusal(await post('operator', `commission/${day()}/1203/reject`, {}))).toEqual([409, 'STALE_VERSION'])
    const [cost] = await server.database.run(
      `select -balance::int as cost from house_account where site_id = 1 and account = 'COMMISSION'`,
    )
    const [other] = await server.database.run('select sum::int from commission_close where site_id = 1 and week = $1', [
      week - 7 * dayMs,
    ])
    expect(cost).toEqual({ cost: 4_704 + Number(other!['sum']) })
  })
})

it('P23: a partner sees two letters of his members, the month, and whether they were active', async () => {
  const { token } = await who('partner1')
  const { body } = await server.call('/api/partner/member/list?size=3', { token })
  expect(body).toMatchObject({ totalElements: 12, size: 3 })
  expect(body.content[0]).toEqual({
    nick: '데모****',
    joinedMonth: kstDay(Date.now()).slice(0, 7),
    isActive: false,
    branchName: '마루 파트너',
  })
  expect(refusal(await server.call('/api/partner/member/list?branchId=1203', { token }))).toEqual([
    404,
    'PARTNER_NOT_FOUND',
  ])
})

it('P20: a partner sees what the running week and each day bring, days of fewer than three members not by themselves', async () => {
  const now = server.deps.clocks.domain.now()
  const running = kstMonday(now)
  for (const memberId of [1006, 1007, 1010, 1009]) await weeks.fee(memberId, running, 10_000, 'KRW', 'OVERSEA_FEE')
  const { token } = await who('partner1')
  const { body } = await server.call('/api/partner', { token })
  // 1009 is of his own group.
  expect(body).toMatchObject({
    week: { from: kstDay(running), to: kstDay(running + 6 * dayMs), amount: '9000', status: 'ACCRUING' },
    // Not closed yet: 9 USDT and stakes of 900,000.
    last: { from: kstDay(running - 7 * dayMs), amount: '9450', status: 'ACCRUING' },
    lastOnNextTerms: null,
  })
  const daily = async (day: number) => {
    const days = await server.call(`/api/partner_profit/daily?month=${kstDay(day).slice(0, 7)}`, { token })
    return days.body.find((one: { day: string }) => one.day === kstDay(day))
  }
  expect(await daily(running)).toEqual({ day: kstDay(running), fee: '9000', roll: '0' })
  expect(await daily(week)).toEqual({ day: kstDay(week), fee: null, roll: '0' })
  expect(refusal(await server.call('/api/partner_profit/daily?month=2026-13', { token }))).toEqual([
    400,
    'INVALID_REQUEST',
  ])
})

it('P23: a partner sees how many members of his tree had a stake decided or traded within 14 days', async () => {
  const { token } = await who('partner1')
  const active = async () => (await server.call('/api/partner', { token })).body.members.active
  const before = await active()
  const now = server.deps.clocks.domain.now()
  await weeks.round(week, [
    { memberId: 1016, side: 'B', point: 1_000, at: now },
    { memberId: 1017, side: 'B', point: 1_000, at: now - 14 * dayMs - 1_000 },
  ])
  expect(await active()).toBe(before + 1)
})
