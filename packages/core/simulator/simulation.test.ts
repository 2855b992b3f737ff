import { describe, expect, test } from 'vitest'
import type { Effects, Rows } from '../src/index.ts'
import { simulate } from './simulation.ts'

const withRows = (effects: Effects, rows: Partial<Rows>): Effects => ({
  ...effects,
  rows: { ...effects.rows, ...rows },
})

describe('the simulator', () => {
  test('a second run with the same seed gives the same replies and events', () => {
    expect(simulate(11, 600).trail).toBe(simulate(11, 600).trail)
    expect(simulate(11, 600).trail).not.toBe(simulate(12, 600).trail)
  })

  test('a run meets wins, losses, voids, refusals and crashes', () => {
    const { counts } = simulate(4, 2_000)
    for (const name of ['accepted', 'refused', 'won', 'lost', 'void', 'crashes'])
      expect(counts[name], name).toBeGreaterThan(0)
  })
})

describe('the auditor notices', () => {
  const seed = 5
  const steps = 800

  test('a win that is paid one unit too much', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, {
        bets: effects.rows.bets.map((bet) => (bet.status === 1 ? { ...bet, profit: bet.profit + 1n } : bet)),
      })
    expect(() => simulate(seed, steps, tamper)).toThrow(/profit of bet/)
  })

  test('a posting without its counterpart', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, { postings: effects.rows.postings.filter(({ account }) => account !== 'PNL_ROUND') })
    expect(() => simulate(seed, steps, tamper)).toThrow(/sum of the postings/)
  })

  test('a wallet that keeps a stake it should have freed', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, {
        wallets: effects.rows.wallets.map((wallet) => ({ ...wallet, reserved: wallet.reserved + 1n })),
      })
    expect(() => simulate(seed, steps, tamper)).toThrow(/reserved balance/)
  })

  test('a close that is not the last tick before the end', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, {
        rounds: effects.rows.rounds.map((round) =>
          round.closeTick && round.phase === 'SETTLED'
            ? { ...round, closeTick: { ...round.closeTick, seq: round.closeTick.seq - 1 } }
            : round,
        ),
      })
    expect(() => simulate(seed, steps, tamper)).toThrow(/seq of the close/)
  })

  test('a self-exclusion that ends earlier than it was to', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, {
        members: effects.rows.members.map((row) =>
          row.excludedUntil === null ? row : { ...row, excludedUntil: row.excludedUntil - 86_400_000 * 4 },
        ),
      })
    expect(() => simulate(seed + 1, steps * 3, tamper)).toThrow(/self-exclusion of member|was excluded for/)
  })

  test('a lost row of a bet', () => {
    const tamper = (effects: Effects) =>
      withRows(effects, { bets: effects.rows.bets.filter(({ status }) => status !== 2) })
    expect(() => simulate(seed, steps, tamper)).toThrow()
  })
})
