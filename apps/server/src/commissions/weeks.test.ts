import { byStaff, kstMonday } from '@maru/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { PartnerWeeks } from '../../test/partner-week.ts'
import { closeWeek } from './close.ts'

// HANBIT (1203) earns 40 % of fees and 0.8 % of stakes, PARTNER1 (1204) below it 30 % and 0.6 %.

const dayMs = 86_400_000
let server: TestServer
let weeks: PartnerWeeks
/** The Monday so many weeks before the running one. */
let ago: (count: number) => number
beforeAll(async () => {
  server = await startTestServer()
  weeks = new PartnerWeeks(server)
  const running = kstMonday(server.deps.clocks.domain.now())
  ago = (count) => running - count * 7 * dayMs
})
afterAll(() => server.close())

const close = (week: number) => closeWeek(server.deps, { siteId: 1, week })
const lines = async (week: number) =>
  (
    await server.database.run(
      `select partner_id::int, type, base::int, amount::int from commission_line where site_id = 1 and week = $1 order by 1, 2`,
      [week],
    )
  ).map(({ partner_id, type, base, amount }) => [partner_id, type, base, amount])
const payables = async (week: number) =>
  (
    await server.database.run(
      'select partner_id::int, amount::int, state from commission_payable where site_id = 1 and week = $1 order by 1',
      [week],
    )
  ).map(({ partner_id, amount, state }) => [partner_id, amount, state])

it('P7: a suspended partner’s running week waits, weeks that begin meanwhile earn nobody his part, and once lifted he earns from the next Monday', async () => {
  const event = (id: number, kind: string, at: number) =>
    server.database.run(
      `insert into partner_event (site_id, id, partner_id, kind, by_id, reason, at, wall) values (1, $1, 1204, $2, 1106, 'r', $3, $3)`,
      [id, kind, at],
    )
  await event(1, 'SUSPENDED', ago(10) + dayMs)
  await event(2, 'LIFTED', ago(8) + dayMs)
  for (const count of [10, 9, 8, 7]) {
    await weeks.fee(1006, ago(count), 10_000, 'KRW', 'OVERSEA_FEE')
    expect(await close(ago(count))).toBe(true)
  }
  const both = [
    [1203, 'FEE', 10_000, 1_000],
    [1204, 'FEE', 10_000, 3_000],
  ]
  expect(await Promise.all([10, 9, 8, 7].map((count) => lines(ago(count))))).toEqual([both, [both[0]], [both[0]], both])
  expect(await payables(ago(10))).toEqual([
    [1203, 1_000, 'WAITING'],
    [1204, 3_000, 'HELD'],
  ])
  expect(await payables(ago(7))).toEqual([
    [1203, 1_000, 'WAITING'],
    [1204, 3_000, 'WAITING'],
  ])
})

it('P13: stakes on both sides of a round count nothing where a group is found between settling and closing, nor do void ones', async () => {
  const week = ago(6)
  await weeks.round(week, [
    { memberId: 1007, side: 'B', point: 10_000 },
    { memberId: 1008, side: 'S', point: 10_000 },
    { memberId: 1009, side: 'B', point: 5_000 },
    // Void after the lock: a price was missing.
    { memberId: 1006, side: 'B', point: 70_000, status: 3 },
  ])
  await weeks.sameDevice('ab', 1007, 1008)
  expect(await close(week)).toBe(true)
  expect(await lines(week)).toEqual([
    [1203, 'ROLL', 5_000, 10],
    [1204, 'ROLL', 5_000, 30],
  ])
})

it('P18: a process that ends once a week was posted leaves it closed, and it is posted once', async () => {
  const week = ago(5)
  await weeks.fee(1006, week, 10_000, 'KRW', 'OVERSEA_FEE')
  const { core } = server.deps
  const dying = {
    submit: async (command: Parameters<typeof core.submit>[0]) => {
      await core.submit(command)
      throw new Error('the process ends here')
    },
  }
  await expect(closeWeek({ ...server.deps, core: dying as never }, { siteId: 1, week })).rejects.toThrow('ends here')
  expect(await close(week)).toBe(false)
  expect(await payables(week)).toEqual([
    [1203, 1_000, 'WAITING'],
    [1204, 3_000, 'WAITING'],
  ])
})

it('P17: the last millisecond of Sunday in Korea is of the week that ends, the next one of the week that begins', async () => {
  const week = ago(13)
  await weeks.fee(1006, week + 7 * dayMs - 1, 10_000, 'KRW', 'OVERSEA_FEE')
  await weeks.fee(1006, week + 7 * dayMs, 20_000, 'KRW', 'OVERSEA_FEE')
  await close(week)
  await close(week + 7 * dayMs)
  expect((await lines(week))[0]).toEqual([1203, 'FEE', 10_000, 1_000])
  expect((await lines(week + 7 * dayMs))[0]).toEqual([1203, 'FEE', 20_000, 2_000])
})

it('P14: what the house won is shared where a site says so, less bonus that became cash, and what members won is made up for first', async () => {
  const [won, lost, off] = [ago(3), ago(2), ago(1)] as const
  const configure = (isPartnerLossOn: boolean) =>
    server.deps.core.submit({
      kind: 'configure',
      ...byStaff(1, 1101, 'test'),
      scope: 'site',
      optionId: null,
      changes: { isPartnerLossOn },
      effectiveFrom: null,
    })
  await configure(true)
  await server.database.run(
    `insert into partner_terms (site_id, id, partner_id, from_day, parent_id, fee_ppm, roll_ppm, loss_ppm, agreed_at)
     values (1, 90000, 1203, $1, null, 400000, 8000, 200000, 1), (1, 90001, 1204, $1, 1203, 300000, 6000, 50000, 1)`,
    [won],
  )
  // 14,000 won and 10 USDT lost, 4,000 of bonus became cash; 8,000 more were lost in bonus.
  await server.database.run('insert into commission_rate (site_id, day, rate, at) values (1, $1, 140000000000, 1)', [
    won,
  ])
  await weeks.result(1006, won, -14_000, ['ROUND_LOSS', 'PNL_ROUND'])
  await weeks.result(1006, won, -1_000_000_000, ['FUTURES_PNL', 'PNL_FUTURES'], 'USDT')
  await weeks.result(1006, won, 4_000, ['BONUS_CONVERSION', 'BONUS_EXP'])
  await weeks.fee(1006, won, 10_000, 'KRW', 'OVERSEA_FEE')
  await weeks.result(1007, lost, 30_000)
  await weeks.result(1007, off, -50_000)
  const losses = async (week: number) =>
    (
      await server.database.run(
        `select partner_id::int, branch_id::int, base::int, amount::int, carry::int from commission_line
          where site_id = 1 and week = $1 and type = 'LOSS' order by 1`,
        [week],
      )
    ).map((row) => Object.values(row))
  // Both ways of counting have to come to the same, or a close throws.
  expect(await close(won)).toBe(true)
  expect(await losses(won)).toEqual([
    [1203, 1204, 33_000, 4_950, 0],
    [1204, 0, 31_000, 1_550, 0],
  ])
  expect(await close(lost)).toBe(true)
  expect(await losses(lost)).toEqual([
    [1203, 1204, 0, 0, -30_000],
    [1204, 0, 0, 0, -30_000],
  ])
  await configure(false)
  expect(await close(off)).toBe(true)
  expect(await losses(off)).toEqual([])
})

it('P10: fees of copies of a trader who is in a partner’s own group are left out of his base', async () => {
  const week = ago(15)
  await server.database.run('insert into commission_rate (site_id, day, rate, at) values (1, $1, 140000000000, 1)', [
    week,
  ])
  // The owner of PARTNER1 and the trader use one device.
  await weeks.sameDevice('dd', 1104, 1003)
  await weeks.copied(1006, 1003, week, 1_000_000_000)
  await weeks.fee(1006, week, 1_000_000_000)
  // Both ways of counting have to come to the same, or a close throws.
  expect(await close(week)).toBe(true)
  expect(await lines(week)).toEqual([
    [1203, 'FEE', 28_000, 2_800],
    [1204, 'FEE', 14_000, 4_200],
  ])
})

it('P26: what a member did counts, also when he is denied since', async () => {
  const week = ago(16)
  await weeks.fee(1017, week, 10_000, 'KRW', 'OVERSEA_FEE')
  await server.database.run(`update member set status = 'DENY' where site_id = 1 and id = 1017`)
  expect(await close(week)).toBe(true)
  expect(await lines(week)).toEqual([
    [1203, 'FEE', 10_000, 1_000],
    [1204, 'FEE', 10_000, 3_000],
  ])
})

it('P18: what all closed weeks owe is what the house’s result has lost, to the won', async () => {
  const [sums] = await server.database.run(
    `select (select sum(amount) from commission_payable where site_id = 1)::int as owed,
            (select sum(balance) from house_account where site_id = 1 and account = 'PARTNER_PAYABLE')::int as payable,
            (select -balance from house_account where site_id = 1 and account = 'COMMISSION')::int as cost,
            (select sum(sum) from commission_close where site_id = 1)::int as closed`,
  )
  expect(new Set(Object.values(sums!)).size).toBe(1)
  expect(Number(sums!['owed'])).toBeGreaterThan(20_000)
})
