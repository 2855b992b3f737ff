import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { perpetual } from '../futures/testing.ts'
import { contract } from '../oversea/testing.ts'
import { emptySnapshot, House, operator, option, SALT, SITE } from '../testing.ts'
import { shippedSite } from './shipped.ts'

const NEW = SITE + 1

const lines = () => {
  const { siteId: _, id: __, ...round } = option()
  return { rounds: [round], futures: [perpetual()], oversea: [contract()] }
}

function house() {
  const h = new House(emptySnapshot({ options: [option()] }))
  h.live()
  h.tick(100_00)
  h.settle()
  return h
}

test('a site that is opened while the house runs has what is shipped, and its members play at once', () => {
  const h = house()
  expect(h.do({ kind: 'openSite', ...bySystem(NEW), ...lines() }).status).toBe(200)
  expect(h.ask('configuration.site', { siteId: NEW })).toEqual({ siteId: NEW, ...shippedSite })
  const [round] = h.ask('rounds.options', { siteId: NEW })
  expect(round).toMatchObject({ siteId: NEW, instrument: option().instrument, type: option().type })
  expect(round!.id).not.toBe(option().id)
  expect(h.ask('futures.options', { siteId: NEW })).toHaveLength(1)
  expect(h.ask('oversea.options', { siteId: NEW })).toHaveLength(1)
  h.settle()
  const grants = [{ type: 'BINARY', currency: 'KRW', amount: 10_000n }] as const
  h.do({ kind: 'openMember', ...bySystem(NEW), memberId: 77, grants })
  const game = h.ask('rounds.game', { siteId: NEW, optionId: round!.id, memberId: 77 })
  const stake = { side: 'B', point: 5_000n, salt: SALT } as const
  const bet = (tradeRoundId: number) =>
    h.do({ kind: 'placeBet', ...byMember({ siteId: NEW, memberId: 77 }, h.key()), tradeRoundId, ...stake })
  expect(bet(game!.betting!.id).status).toBe(200)
  // Rounds of another site are none of his.
  expect(bet(h.betting().id).status).toBe(404)
})

test('a repeat changes nothing, and what staff have set stays', () => {
  const h = house()
  const open = () => h.do({ kind: 'openSite', ...bySystem(SITE), ...lines() })
  open()
  const changes = { maxDayExposure: '200000000' }
  const set = { ...operator, kind: 'configure', scope: 'site', optionId: null, changes, effectiveFrom: null } as const
  expect(h.do(set).status).toBe(200)
  const before = h.core.snapshot()
  expect(open().status).toBe(200)
  expect(h.core.snapshot()).toEqual(before)
  expect(h.ask('rounds.options', { siteId: SITE })).toHaveLength(1)
})

test('a restart finds the site as it was opened', () => {
  const h = house()
  h.do({ kind: 'openSite', ...bySystem(NEW), ...lines() })
  h.restart(1_000)
  expect(h.ask('configuration.site', { siteId: NEW })).toMatchObject({ siteId: NEW })
  expect(h.ask('futures.options', { siteId: NEW })).toHaveLength(1)
})
