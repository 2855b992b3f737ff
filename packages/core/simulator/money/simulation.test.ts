import { describe, expect, test } from 'vitest'
import type { Effects } from '../../src/index.ts'
import { change } from '../tamper.ts'
import { simulateMoney } from './simulation.ts'

/** Everything is played by one of them at least. */
const seeds = [4, 10, 3]
const steps = 2_500

describe('the simulator of money', () => {
  test('a second run with the same seed gives the same replies and events, and everything is played', () => {
    const runs = seeds.map((seed) => simulateMoney(seed, steps))
    expect(simulateMoney(seeds[0]!, steps).trail).toBe(runs[0]!.trail)
    for (const name of Object.keys(runs[0]!.counts))
      expect(Math.max(...runs.map(({ counts }) => counts[name]!)), name).toBeGreaterThan(0)
  })
})

describe('the auditor of money notices', () => {
  const cases: [string, (effects: Effects) => Effects, RegExp][] = [
    [
      'a deposit that was posted from another account',
      change('postings', (row) =>
        row.account === 'BANK_KRW' && row.reason === 'SUSPENSE' ? { ...row, sub: 'XX-9' } : row,
      ),
      /money was posted as/,
    ],
    [
      'a fee that goes to the member',
      change('postings', (row) => (row.account === 'FEE_WITHDRAW' ? { ...row, amount: row.amount + 1n } : row)),
      /is off|sum of the postings|money was posted as/,
    ],
    [
      'a withdrawal that came from a state that does not lead there',
      change('dnw', (row) =>
        row.type === 'W' && row.status === 'APPROVED'
          ? { ...row, steps: row.steps.filter(({ state }) => state !== 'REVIEW') }
          : row,
      ),
      /came from REQUESTED to APPROVED|the past of request/,
    ],
    [
      'money of a provider without a say that lies in suspense of another account',
      change('suspenses', (row) => (row.houseSub === 'sms' ? { ...row, memberId: 1 } : row)),
      /where its money lies/,
    ],
    [
      'a request that one person approved where two have to',
      change('dnw', (row) =>
        row.status === 'APPROVED' || row.status === 'COMPLETED'
          ? { ...row, flags: ['NEW_ADDRESS'], approvals: [] }
          : row,
      ),
      /approved by 0 persons/,
    ],
    [
      'a withdrawal that is larger than what may leave in a day',
      change('dnw', (row) => (row.type === 'W' && row.rev === 1 ? { ...row, won: 9_000_001n } : row)),
      /left of \d+ in a day/,
    ],
    [
      'a request that its member took back too late',
      change('dnw', (row) => (row.reason === 'MEMBER' ? { ...row, createdAt: row.createdAt - 60_000 } : row)),
      /was cancelled late/,
    ],
    [
      'money that came and was posted nowhere',
      (effects) =>
        effects.rows.suspenses.some(({ state }) => state === 'OPEN')
          ? { ...effects, rows: { ...effects.rows, postings: [] } }
          : effects,
      /money was posted as/,
    ],
    [
      'a bar that nobody lifted after a backup was restored',
      change('payoutBars', (row) => ({ ...row, liftedAt: null })),
      /lifted the bar of/,
    ],
    [
      'an offset that leaves more in suspense than before',
      change('suspenses', (row) => (row.cause === 'OFFSET' ? { ...row, amount: row.amount + 1n } : row)),
      /what an offset leaves/,
    ],
    [
      'money that waits for the request of another',
      change('suspenses', (row) => (row.cause === 'ARRIVED' ? { ...row, state: 'OPEN', requestId: 1 } : row)),
      /waits for/,
    ],
    [
      'a deposit that is expected though its money came',
      (effects) => ({ ...effects, rows: { ...effects.rows, expectedDeposits: [] } }),
      /whose money is expected|what the bank brought|a core restored from the database/,
    ],
    [
      'a conversion that brings more than its mid and spread give',
      change('postings', (row) =>
        row.reason === 'CONVERSION' && row.account === 'MEMBER' && row.amount > 0n
          ? { ...row, amount: row.amount + 1n }
          : row,
      ),
      /money was posted as/,
    ],
    [
      'a conversion that says another amount than it brought',
      change('dnw', (row) => (row.type === 'CI' ? { ...row, point: row.point + 1n } : row)),
      /the rows of a conversion/,
    ],
    [
      'a conversion that was done though its member has not so much',
      (effects) => {
        const isShort = (effects.reply?.body as { code?: string } | undefined)?.code === 'BALANCE_INSUFFICIENT'
        return isShort ? { ...effects, reply: null } : effects
      },
      /the answer to (?:a (?:conversion|deduction)|[A-Z_]+ of)|transfer\w+ was not answered/,
    ],
    [
      'a conversion that is never answered',
      (effects) => ({ ...effects, late: [] }),
      /has no answer|money was posted as/,
    ],
    [
      'a lock that money leaves behind',
      change('depositLocks', (row) => ({ ...row, amount: row.amount + 1n })),
      /what is locked of/,
    ],
    [
      'a gift that does not arrive',
      change('postings', (row) =>
        row.reason === 'TRANSFER' && row.amount > 0n ? { ...row, memberId: row.memberId! + 1 } : row,
      ),
      /money was posted as/,
    ],
  ]
  const p2p: typeof cases = [
    [
      'a purchase that brings more than was set aside',
      change('postings', (row) =>
        row.reason === 'P2P_BUY' && row.amount > 0n ? { ...row, amount: row.amount + 1n } : row,
      ),
      /money was posted as/,
    ],
    [
      'coins that return by time although their buyer said that he paid',
      change('p2pOrders', (row) =>
        row.state === 'DISPUTED' && row.reason === 'SILENT' ? { ...row, state: 'EXPIRED' as const } : row,
      ),
      /the state of order/,
    ],
    [
      'a rate that is better than the mid and the premium give',
      change('p2pOrders', (row) => (row.state === 'OPEN' ? { ...row, rate: row.rate - 1 } : row)),
      /the order \d+/,
    ],
    [
      'an order that is left to itself after its time',
      (effects) => ({
        ...effects,
        rows: { ...effects.rows, p2pOrders: effects.rows.p2pOrders.filter(({ state }) => state !== 'EXPIRED') },
      }),
      /money was posted as|and was due|unpaid orders/,
    ],
    [
      'a payment that a merchant told of and nobody noted',
      (effects) => ({
        ...effects,
        rows: { ...effects.rows, p2pOrders: effects.rows.p2pOrders.filter(({ state }) => state !== 'PAID') },
      }),
      /left order \d+ as it was/,
    ],
    [
      'what is set aside at a merchant and is not what his orders say',
      change('house', (row) => (row.account === 'P2P_ESCROW' ? { ...row, balance: row.balance + 1n } : row)),
      /what orders of p2p-\d+ have set aside|balance of|P2P_ESCROW of/,
    ],
    [
      'a member who left three orders unpaid and is not blocked',
      change('p2pMembers', (row) => ({ ...row, unpaid: [] })),
      /unpaid orders of/,
    ],
  ]
  const bonuses: typeof cases = [
    [
      'a withdrawal that does not say what is odd about it',
      change('dnw', (row) => (row.type === 'W' && row.rev === 1 ? { ...row, flags: [] } : row)),
      /what is odd about the request/,
    ],
    [
      'a bonus of which more becomes cash than its cap',
      change('postings', (row) =>
        row.reason === 'BONUS_CONVERSION' ? { ...row, amount: row.amount + (row.amount > 0n ? 1n : -1n) } : row,
      ),
      /money was posted as/,
    ],
    [
      'a bonus that outlives its end',
      change('bonusGrants', (row) =>
        row.state === 'EXPIRED' ? { ...row, state: 'OPEN' as const, closedAt: null } : row,
      ),
      /the rows of bonus wallets|was not taken back/,
    ],
    [
      'a bonus that stays although money of its member left the house',
      (effects) => ({
        ...effects,
        rows: { ...effects.rows, dnw: effects.rows.dnw.filter(({ reason }) => reason !== 'BONUS_FORFEITED') },
      }),
      /the rows of bonus wallets/,
    ],
    [
      'a coupon that is used more often than it says',
      change('coupons', (row) => ({ ...row, uses: 0 })),
      /uses of the coupon/,
    ],
  ]
  const house: typeof cases = [
    [
      'a move of the house that takes from another account than it was told to',
      change('postings', (row) => (row.reason === 'HOUSE_TRANSFER' && row.amount > 0n ? { ...row, sub: 'XX-9' } : row)),
      /what a move of the house posts/,
    ],
    [
      'a move of the house that was done though so much is not there',
      (effects) => {
        const isShort = (effects.reply?.body as { code?: string } | undefined)?.code === 'BALANCE_INSUFFICIENT'
        return isShort ? { ...effects, reply: { status: 200, body: {} } } : effects
      },
      /the answer to (?:TRANSFER|CAPITAL_OUT|FUND_IN|FUND_OUT|a (?:conversion|deduction))|was not answered/,
    ],
    [
      'a fee on what a member who is shut out is paid',
      change('dnw', (row) => (row.type === 'W' && row.cancelableUntil === null ? { ...row, fee: 1n } : row)),
      /the rest of/,
    ],
    [
      'a member who may leave with a request open',
      (effects) => {
        const hasOpen = (effects.reply?.body as { code?: string } | undefined)?.code === 'MEMBER_HAS_OPEN'
        return hasOpen ? { ...effects, reply: { status: 200, body: {} } } : effects
      },
      /who wants to leave/,
    ],
  ]
  const commissions: typeof cases = [
    [
      'a commission that is paid twice over',
      change('postings', (row) =>
        row.reason === 'COMMISSION_PAID' && row.account === 'MEMBER' ? { ...row, amount: row.amount * 2n } : row,
      ),
      /money was posted as/,
    ],
    [
      'a week that owes more than it costs',
      change('commissionCloses', (row) => ({ ...row, sum: row.sum + 1n })),
      /comes to/,
    ],
    [
      'a rejected commission that is the house’s result only in part',
      change('postings', (row) =>
        row.reason === 'COMMISSION_REJECTED' && row.account === 'COMMISSION'
          ? { ...row, amount: row.amount - 1n }
          : row,
      ),
      /money was posted as/,
    ],
    [
      'a commission that is paid and still owed',
      change('commissionPayables', (row) => ({ ...row, state: 'WAITING' as const, decidedAt: null })),
      /is owed|a core restored from the database|the form of/,
    ],
  ]
  test.each([...cases, ...p2p, ...bonuses, ...house, ...commissions])('%s', (_name, tamper, message) => {
    expect(() => seeds.map((seed) => simulateMoney(seed, steps, tamper))).toThrow(message)
  })
})
