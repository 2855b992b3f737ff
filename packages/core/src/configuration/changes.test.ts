import { expect, test } from 'vitest'
import { byStaff } from '../envelope.ts'
import { codeOf, emptySnapshot, House, NOON, operator, option, SITE } from '../testing.ts'
import type { Command, Reply } from '../types.ts'

type Configure = Extract<Command, { kind: 'configure' }>

function house(parts: Parameters<typeof option>[0] = {}) {
  const h = new House(emptySnapshot({ options: [option(parts)] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  return h
}

const ask = (h: House, changes: Configure['changes'], parts: Partial<Configure> = {}): Reply =>
  h.do({
    ...operator,
    kind: 'configure',
    scope: 'round',
    optionId: 100,
    changes,
    effectiveFrom: null,
    ...parts,
  })
const keyOf = (reply: Reply) => (reply.body as { params: { key?: string } }).params.key
const idOf = (reply: Reply) => (reply.body as { id: number }).id
const change = (h: House, id: number) =>
  h.calls.flatMap(({ rows }) => rows.configChanges).findLast((row) => row.id === id)!

test('of several values that are not allowed the first that was given is named', () => {
  expect(keyOf(ask(house(), { maxBets: 0, payoutRateBp: 0 }))).toBe('maxBets')
  expect(keyOf(ask(house(), { payoutRateBp: 0, maxBets: 0 }))).toBe('payoutRateBp')
})

test('a change without a time applies at once, and stays as a row', () => {
  const h = house()
  const approval = { id: 5, staffId: 10 }
  const reply = ask(h, { minPoint: '10000' }, byStaff(SITE, 9, ' lower risk ', { approval }))
  expect(reply.body).toMatchObject({ state: 'APPLIED', effectiveFrom: NOON })
  expect(codeOf(h.bet(1, 'B', 9_000n))).toBe('INVESTMENT_BELOW_MIN')
  expect(h.bet(1, 'B', 10_000n).status).toBe(200)
  expect(change(h, idOf(reply))).toMatchObject({
    state: 'APPLIED',
    givenAt: NOON,
    decidedAt: NOON,
    refusal: null,
    reason: 'lower risk',
    givenBy: 9,
    approvedBy: 10,
  })
})

test('a change with a time applies from that very moment on, before what is given or due then', () => {
  const h = house()
  const effectiveFrom = NOON + 10_000
  expect(ask(h, { maxPoint: '20000' }, { effectiveFrom }).body).toMatchObject({ state: 'WAITING', effectiveFrom })
  h.until(effectiveFrom - 1, 100_00)
  expect(h.bet(1, 'B', 30_000n).status).toBe(200)
  h.at = effectiveFrom + 1_000
  expect(codeOf(h.bet(1, 'B', 30_000n))).toBe('INVESTMENT_ABOVE_MAX')
})

test('nobody has to do anything for a change to be due', () => {
  const h = house()
  const effectiveFrom = NOON + 10_000
  ask(h, { isPlay: false }, { effectiveFrom })
  expect(h.core.nextDue().at).toBeLessThanOrEqual(effectiveFrom)
  h.until(effectiveFrom, 100_00)
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })?.isPlay).toBe(false)
})

test('a round that opens at the time of a change has what it says, one that is open keeps what it has', () => {
  const h = house()
  const open = h.betting().id
  // R1: the round that takes stakes from NOON + 60 s on.
  const effectiveFrom = NOON + 60_000
  const reply = ask(h, { payoutRateBp: 15_000, lockLeadMs: 20_000, strikeWaitMs: 4_000 }, { effectiveFrom })
  h.until(effectiveFrom + 500, 100_00)
  const next = h.betting()
  expect(next).toMatchObject({ openAt: effectiveFrom, payoutRateBp: 15_000, strikeWaitMs: 4_000 })
  expect(next.startAt - next.lockAt).toBe(20_000)
  expect(h.round(open)).toMatchObject({
    payoutRateBp: 19_000,
    lockAt: h.round(open).startAt - 5_000,
    strikeWaitMs: 2_000,
  })
  expect(change(h, idOf(reply))).toMatchObject({ state: 'APPLIED' })
})

test('changes of one option that are due together all hold before a round opens by them', () => {
  const h = house({ isPlay: false })
  const effectiveFrom = NOON + 60_000
  ask(h, { isPlay: true }, { effectiveFrom })
  ask(h, { payoutRateBp: 15_000 }, { effectiveFrom: effectiveFrom + 1 })
  h.until(effectiveFrom - 1, 100_00)
  h.at = effectiveFrom + 500
  h.settle()
  expect(h.betting()).toMatchObject({ payoutRateBp: 15_000 })
})

test.each([
  ['it waits', 5_000],
  ['its time comes while the house is down', 90_000],
])('a restart keeps a change: %s', (_when, downMs) => {
  const h = house()
  const effectiveFrom = NOON + 60_000
  ask(h, { payoutRateBp: 15_000, maxBets: 1 }, { effectiveFrom })
  h.until(NOON + 2_000, 100_00)
  h.restart(downMs)
  h.live()
  h.until(NOON + 122_000, 100_00)
  expect(h.betting()).toMatchObject({ payoutRateBp: 15_000 })
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  h.at += 1_500
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('BET_COUNT_EXCEEDED')
})

test('changes that wait touch only their own keys: what is changed meanwhile stays', () => {
  const h = house()
  ask(h, { maxPoint: '500000' }, { effectiveFrom: NOON + 5_000 })
  ask(h, { isStop: true })
  h.until(NOON + 6_000, 100_00)
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })).toMatchObject({ isStop: true, maxPoint: 500_000n })
})

test('a change that does not hold any more when its time has come changes nothing, and says so', () => {
  const h = house()
  const reply = ask(h, { maxPoint: '500000' }, { effectiveFrom: NOON + 5_000 })
  expect(ask(h, { minPoint: '600000' }).status).toBe(200)
  h.until(NOON + 6_000, 100_00)
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })?.maxPoint).toBe(1_000_000n)
  expect(change(h, idOf(reply))).toMatchObject({ state: 'REFUSED', refusal: 'INVALID_REQUEST maxPoint' })
})

test('a change that waits can be taken back, by its own site, once', () => {
  const h = house()
  const id = idOf(ask(h, { isStop: true }, { effectiveFrom: NOON + 5_000 }))
  expect(codeOf(h.do({ ...operator, kind: 'withdrawChange', siteId: SITE + 1, id }))).toBe('HISTORY_NOT_FOUND')
  expect(h.do({ ...operator, kind: 'withdrawChange', id }).status).toBe(200)
  expect(codeOf(h.do({ ...operator, kind: 'withdrawChange', id }))).toBe('HISTORY_NOT_FOUND')
  h.until(NOON + 6_000, 100_00)
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })?.isStop).toBe(false)
  expect(change(h, id)).toMatchObject({ state: 'WITHDRAWN' })
})

test.each([
  ['payoutRateBp', 14_999],
  ['payoutRateBp', 19_801],
  ['payoutRateBp', '19000'],
  ['minPoint', '0'],
  ['minPoint', 5_000],
  ['maxPoint', '4999'],
  ['maxRoundPoint', '999999'],
  ['unit', '0'],
  ['maxBets', 0],
  ['minIntervalMs', -1],
  ['lockLeadMs', 999],
  ['lockLeadMs', 60_000],
  ['strikeDelayMs', 2_001],
  ['strikeWaitMs', 299],
  ['isStop', 1],
  ['type', 'R5'],
  ['siteId', 2],
  ['toString', 1],
])('%s of %j is refused, and named', (key, value) => {
  const h = house()
  const reply = ask(h, { [key]: value })
  expect(codeOf(reply)).toBe('INVALID_REQUEST')
  expect(keyOf(reply)).toBe(key === 'strikeDelayMs' ? 'strikeWaitMs' : key)
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })).toEqual(option())
})

test('binary rounds pay 1.90 at most, and lock before their newest bet is struck', () => {
  const h = house({ type: 'B1', payoutRateBp: 18_500 })
  expect(ask(h, { payoutRateBp: 19_000 }).status).toBe(200)
  expect(keyOf(ask(h, { payoutRateBp: 19_001 }))).toBe('payoutRateBp')
  expect(keyOf(ask(h, { lockLeadMs: 2_000 }))).toBe('lockLeadMs')
  expect(ask(h, { lockLeadMs: 2_001 }).status).toBe(200)
})

test('each rule that a value breaks is named beside its key', () => {
  const ruleOf = (h: House, changes: Parameters<typeof ask>[1]) =>
    (ask(h, changes).body as { params: { rule: string } }).params.rule
  const h = house()
  h.bet(1, 'B', 100_000n)
  expect(ruleOf(h, { payoutRateBp: 20_000 })).toBe('PAYOUT')
  expect(ruleOf(house({ type: 'B1', payoutRateBp: 18_500 }), { payoutRateBp: 19_001 })).toBe('PAYOUT')
  expect(ruleOf(h, { maxExposure: '89999' })).toBe('BELOW_OPEN')
  expect(ruleOf(h, { maxBets: 0 })).toBe('RANGE')
  expect(ruleOf(h, { maxPoint: '4999' })).toBe('TOGETHER')
  const overlapping = [
    { days: 0b0000011, from: 60, to: 120 },
    { days: 0b0000010, from: 119, to: 180 },
  ]
  expect(ruleOf(h, { pauses: overlapping })).toBe('SCHEDULE')
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })).toEqual(option())
})

test('an option pauses by its week, from the minute on that it names until the one that ends it, also after a restart', () => {
  const h = house()
  // NOON is 12:00 of a Monday, KST.
  expect(ask(h, { pauses: [{ days: 0b0000001, from: 12 * 60 + 1, to: 12 * 60 + 2 }] }).status).toBe(200)
  const isStop = () => h.ask('rounds.option', { siteId: SITE, optionId: 100 })?.isStop
  h.until(NOON + 59_500, 100_00)
  expect(isStop()).toBe(false)
  h.until(NOON + 60_000, 100_00)
  expect([isStop(), codeOf(h.bet(1, 'B', 5_000n))]).toEqual([true, 'OPTION_STOPPED'])
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('OPTION_STOPPED')
  h.until(NOON + 120_000, 100_00)
  expect([isStop(), codeOf(h.bet(1, 'B', 5_000n))]).toEqual([false, 200])
})

test('no exposure is lowered below what is at stake', () => {
  const h = house()
  h.bet(1, 'B', 100_000n)
  expect(keyOf(ask(h, { maxExposure: '89999' }))).toBe('maxExposure')
  expect(ask(h, { maxExposure: '90000' }).status).toBe(200)
  const site = { scope: 'site', optionId: null } as const
  expect(keyOf(ask(h, { maxDayExposure: '89999' }, site))).toBe('maxDayExposure')
  expect(ask(h, { maxDayExposure: '90000' }, site).status).toBe(200)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('BET_TOO_SOON')
  h.at += 1_000
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('EXPOSURE_LIMIT')
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('EXPOSURE_LIMIT')
})

test('a change needs a scope, an option of the site, keys, a reason of a line, and a time that is not over', () => {
  const h = house()
  const good = { maxBets: 3 }
  expect(keyOf(ask(h, good, { scope: 'copies' as never }))).toBe('scope')
  expect(keyOf(ask(h, {}))).toBe('changes')
  expect(keyOf(ask(h, good, { reason: '  ' }))).toBe('reason')
  expect(keyOf(ask(h, good, { reason: 'x'.repeat(201) }))).toBe('reason')
  expect(keyOf(ask(h, good, { effectiveFrom: NOON - 1 }))).toBe('effectiveFrom')
  expect(keyOf(ask(h, good, { effectiveFrom: NOON + 0.5 }))).toBe('effectiveFrom')
  expect(codeOf(ask(h, good, { optionId: 101 }))).toBe('STOCK_NOT_FOUND')
  expect(codeOf(ask(h, good, { optionId: null }))).toBe('STOCK_NOT_FOUND')
  expect(codeOf(ask(h, good, { siteId: SITE + 1 }))).toBe('STOCK_NOT_FOUND')
  expect(codeOf(ask(h, good, { siteId: SITE + 1, scope: 'site', optionId: null }))).toBe('SITE_NOT_FOUND')
  expect(codeOf(ask(h, good, { scope: 'futures' }))).toBe('STOCK_NOT_FOUND')
})
