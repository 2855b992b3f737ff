import { describe, expect, test } from 'vitest'
import type { Effects } from '../../src/index.ts'
import { change } from '../tamper.ts'
import { simulateTogether } from './simulation.ts'

const seed = 6
const steps = 500

describe('the simulator of all books in one house', () => {
  test('a second run with the same seed gives the same replies and events, and each book is played', () => {
    const { trail, counts } = simulateTogether(seed, steps)
    expect(simulateTogether(seed, steps).trail).toBe(trail)
    for (const name of [
      'bets accepted',
      'futures fills',
      'oversea fills',
      'money conversions',
      'foreign keys',
      'crashes',
    ])
      expect(counts[name], name).toBeGreaterThan(0)
  })
})

describe('the auditor of all books notices', () => {
  const cases: [string, (effects: Effects) => Effects, RegExp][] = [
    [
      'a wallet that holds back what overseas futures do and forgets the stakes',
      change('wallets', (row, { bets }) =>
        bets.some(({ status }) => status === 0) && row.reserved > 0n ? { ...row, reserved: row.reserved - 1n } : row,
      ),
      /reserved of/,
    ],
    [
      'an account of the house that is not the sum of its postings',
      change('house', (row) => (row.account === 'FEE_OVERSEA' ? { ...row, balance: row.balance + 1n } : row)),
      /balance of \d+:FEE_OVERSEA:KRW/,
    ],
    [
      'a key of a bet that another book takes for a new one',
      (effects) =>
        (effects.reply?.body as { code?: string } | undefined)?.code === 'IDEMPOTENCY_KEY_REUSED'
          ? { ...effects, reply: { status: 200, body: { count: 0, ids: [] } } }
          : effects,
      /the reply of the (?:repeated )?key/,
    ],
    [
      'a refusal in one book that changes a row of another',
      (effects) => {
        const [bet] = effects.rows.bets
        if (effects.reply?.status !== 200 || !bet) return effects
        return { ...effects, reply: { status: 409, body: { code: 'BALANCE_INSUFFICIENT' } } }
      },
      /was refused with BALANCE_INSUFFICIENT and changed/,
    ],
  ]
  test.each(cases)('%s', (_name, tamper, message) => {
    expect(() => simulateTogether(seed, steps, tamper)).toThrow(message)
  })
})
