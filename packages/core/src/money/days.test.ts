import { describe, expect, test } from 'vitest'
import { kstMidnight } from '../kst.ts'
import { codeOf } from '../testing.ts'
import { DAY, idOf, Teller } from './testing.ts'

const MINUTE = 60_000

/** Just before a KST midnight of the wall clock. */
function lateAtNight(): Teller {
  const teller = new Teller()
  teller.member(8, 200_000_000n)
  teller.pass(kstMidnight(teller.wall) + DAY - 20 * MINUTE - teller.wall)
  return teller
}

function leave(teller: Teller, point: bigint): string | null {
  const reply = teller.withdraw(point, {}, 8)
  if (reply.status !== 200) return String(codeOf(reply))
  const id = idOf(reply)
  teller.pass(10 * MINUTE)
  teller.approve(id, 9)
  if (teller.row(id).status !== 'APPROVED') teller.approve(id, 10)
  teller.complete(id)
  return null
}

/** The house starts again on a wall clock that was set back. */
function setBack(teller: Teller, ms: number): void {
  teller.wallBackMs = ms
  teller.restart()
}

/** Days that the database was told to begin, each as often as it was told. */
const begun = (teller: Teller): string[] =>
  teller.calls.flatMap(({ rows, before }) =>
    rows.moneyDays.flatMap(({ day, kind }, place) => (before.moneyDays[place] === null ? [`${day} ${kind}`] : [])),
  )

describe('D: a wall clock that is set back over midnight', () => {
  test('begins no day again, and what was used of the newest day stays used', () => {
    const teller = lateAtNight()
    expect(leave(teller, 30_000_000n)).toBeNull()
    teller.pass(15 * MINUTE)
    expect(leave(teller, 20_000_000n)).toBeNull()
    setBack(teller, 60 * MINUTE)
    expect(leave(teller, 20_000_000n)).toBeNull()
    teller.wallBackMs = 0
    expect(leave(teller, 20_000_000n)).toBe('WITHDRAW_LIMIT_EXCEEDED')
    expect(leave(teller, 10_000_000n)).toBeNull()
    expect(new Set(begun(teller)).size).toBe(begun(teller).length)
  })

  test('restores what was used of the newest day and is taken back, and nothing of the day before', () => {
    const teller = lateAtNight()
    teller.pass(15 * MINUTE)
    const ofYesterday = idOf(teller.withdraw(30_000_000n, {}, 8))
    teller.pass(6 * MINUTE)
    expect(teller.cancel(ofYesterday, 8).status).toBe(200)
    const ofToday = idOf(teller.withdraw(40_000_000n, {}, 8))
    setBack(teller, 10 * MINUTE)
    expect(teller.cancel(ofToday, 8).status).toBe(200)
    expect(leave(teller, 50_000_000n)).toBeNull()
    expect(leave(teller, 1_000_000n)).toBe('WITHDRAW_LIMIT_EXCEEDED')
  })

  test('goes on with the day that was over, as it stood', () => {
    const teller = lateAtNight()
    expect(leave(teller, 30_000_000n)).toBeNull()
    teller.pass(15 * MINUTE)
    setBack(teller, 30 * MINUTE)
    expect(leave(teller, 30_000_000n)).toBe('WITHDRAW_LIMIT_EXCEEDED')
    expect(leave(teller, 10_000_000n)).toBeNull()
    teller.wallBackMs = 0
    teller.pass(DAY)
    expect(leave(teller, 50_000_000n)).toBeNull()
    expect(new Set(begun(teller)).size).toBe(begun(teller).length)
    const before = teller.core.stateHash()
    teller.restart()
    expect(teller.core.stateHash()).toBe(before)
  })
})
