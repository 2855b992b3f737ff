import { expect, test } from 'vitest'
import { type NightFacts, nightMoments, nightOf } from './night.ts'

const kst = (text: string) => Date.parse(`2026-11-19T${text}+09:00`)
const deadlineAt = kst('05:30:00')
const closeAt = kst('06:00:00')
const facts: NightFacts = {
  isActive: false,
  isRest: false,
  deadlineAt,
  closeAt,
  now: kst('01:00:00'),
  equity: 10_000_000n,
  requiredByOthers: 0n,
  required: 3_360_000n,
  closeOnlyLeadMs: 600_000,
  closingLeadMs: 300_000,
}

test('a night can be applied for until half an hour before the close', () => {
  expect(nightOf(facts)).toEqual({ kind: 'open', at: deadlineAt, missing: 0n })
  expect(nightOf({ ...facts, now: deadlineAt - 1 }).kind).toBe('open')
  expect(nightOf({ ...facts, now: deadlineAt })).toEqual({
    kind: 'late',
    at: deadlineAt,
    closesAt: kst('05:55:00'),
  })
})

test('it says what is missing for it beside the nights that are set already', () => {
  expect(nightOf({ ...facts, equity: 3_359_999n })).toMatchObject({ missing: 1n })
  expect(nightOf({ ...facts, requiredByOthers: 7_000_000n })).toMatchObject({ missing: 360_000n })
  expect(nightOf({ ...facts, equity: null })).toMatchObject({ missing: 0n })
})

test('before a weekend or a holiday there is none: the position is closed with the session', () => {
  expect(nightOf({ ...facts, deadlineAt: null })).toEqual({ kind: 'weekend', closesAt: kst('05:55:00') })
})

test('one that is set is checked ten minutes before the close, and can be given up until the others are closed', () => {
  const held = { ...facts, isActive: true }
  expect(nightOf(held)).toEqual({ kind: 'held', at: kst('05:50:00') })
  expect(nightOf({ ...held, now: kst('05:50:00') })).toEqual({ kind: 'checked', canEnd: true })
  expect(nightOf({ ...held, now: kst('05:55:00') })).toEqual({ kind: 'checked', canEnd: false })
})

test('while the market is closed nothing is changed', () => {
  expect(nightOf({ ...facts, isRest: true })).toEqual({ kind: 'rest' })
  expect(nightOf({ ...facts, isActive: true, isRest: true })).toEqual({ kind: 'rest' })
})

test('its state may change at the deadline, at the check and when the others are closed', () => {
  expect(nightMoments(deadlineAt, closeAt, facts)).toEqual([deadlineAt, kst('05:50:00'), kst('05:55:00')])
  expect(nightMoments(null, closeAt, { closeOnlyLeadMs: 1_200_000, closingLeadMs: 60_000 })).toEqual([
    kst('05:40:00'),
    kst('05:59:00'),
  ])
  expect(nightMoments(null, null, facts)).toEqual([])
})
