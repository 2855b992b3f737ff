import { expect, test } from 'vitest'
import { watchAnswers } from '../simulator/questions.ts'
import { scopeOf } from './ask.ts'
import { House, NOON, operator, option, SITE } from './testing.ts'
import { Touched } from './touched.ts'

function house() {
  const h = new House()
  h.live()
  h.tick(100_00)
  h.settle()
  for (const member of [1, 2]) h.member(member)
  return h
}

/** What the last call of a house changed. */
function touchedBy(h: House): Touched {
  const touched = new Touched()
  touched.add(h.calls.at(-1)!)
  return touched
}

test('a stake concerns its member and its round, and nobody else', () => {
  const h = house()
  h.bet(1, 'B', 5_000n)
  const touched = touchedBy(h)
  const concerns = (scope: Parameters<Touched['concerns']>[0], args: object) => touched.concerns(scope, args)
  expect(concerns('member', { siteId: SITE, memberId: 1 })).toBe(true)
  expect(concerns('member', { siteId: SITE, memberId: 2 })).toBe(false)
  expect(concerns('members', { siteId: SITE, memberIds: [2, 1] })).toBe(true)
  expect(concerns('members', { siteId: SITE, memberIds: [2] })).toBe(false)
  expect(concerns('option', { siteId: SITE, optionId: 100, memberId: null })).toBe(true)
  expect(concerns('option', { siteId: SITE, optionId: 101, memberId: null })).toBe(false)
  expect(concerns('option', { siteId: SITE, optionId: 101, memberId: 1 })).toBe(true)
  expect(concerns('site', { siteId: SITE })).toBe(false)
  expect(concerns('market', {})).toBe(false)
})

test('a change of the configuration concerns everybody of the site, prices nobody', () => {
  const h = house()
  h.do({ kind: 'configureOption', ...operator, option: option({ payoutRateBp: 18_000 }) })
  const touched = touchedBy(h)
  for (const siteId of [SITE, SITE + 1]) {
    expect(touched.concerns(scopeOf('rounds.options'), { siteId })).toBe(siteId === SITE)
    expect(touched.concerns(scopeOf('members.wallets'), { siteId, memberId: 2 })).toBe(siteId === SITE)
  }
  h.tick(101_00)
  expect(touchedBy(h).concerns('member', { siteId: SITE, memberId: 1 })).toBe(false)
})

test('the simulator notices a call whose rows do not concern what it changed', () => {
  const h = house()
  const look = watchAnswers(h.core, NOON, null)
  h.bet(1, 'B', 5_000n)
  const effects = h.calls.at(-1)!
  expect(() => look(effects)).not.toThrow()
  expect(() => look({ ...effects, rows: { ...effects.rows, bets: [], wallets: [] } })).toThrow(/members.wallets/)
})
