import { describe, expect, test } from 'vitest'
import type { Effects, Rows } from '../../src/index.ts'
import { Random } from '../random.ts'
import { Store } from '../store.ts'
import { change, drop } from '../tamper.ts'
import { OverseaAuditor } from './auditor.ts'
import { simulateOversea } from './simulation.ts'
import { makeOverseaWorld } from './world.ts'

/** Runs that meet what a tampered auditor must notice, and everything else. */
const seed = 26
const busySeed = 6
const steps = 5_000

describe('the simulator of overseas futures', () => {
  test('a change whose work is not done when members act, prices come or the house dies breaks no rule', () => {
    for (const busy of [6, 14, 22]) expect(simulateOversea(busy, 400).counts['crashes']).toBeGreaterThan(0)
  })

  test('nights of an earlier day are checked together, also before each of their stocks said something after a start', () => {
    expect(simulateOversea(7, 3_000).counts['nights']).toBeGreaterThan(0)
  })

  test('a second run with the same seed gives the same replies and events', () => {
    expect(simulateOversea(11, 1_500).trail).toBe(simulateOversea(11, 1_500).trail)
    expect(simulateOversea(11, 1_500).trail).not.toBe(simulateOversea(12, 1_500).trail)
  })

  test('a run meets takers, makers, fixings, warnings, loss cuts, deficits, nights, failed checks, session ends and crashes', () => {
    const { counts, refusals } = simulateOversea(busySeed, steps)
    for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0)
    expect(refusals.size).toBeGreaterThan(15)
  })

  test('more seeds break no rule', () => {
    for (const other of [1, 2, 3, 4]) expect(simulateOversea(other, 2_000).counts['ticks']).toBeGreaterThan(1_000)
  })
})

const firstIs = (rows: Rows, type: string) => rows.fills.some(({ marketType }) => marketType === type)

/** Whether positions lose their flags for nothing that they get: neither by a request nor for a night. */
function losesFlag(): (rows: Rows) => boolean {
  const flagged = new Set<number>()
  return ({ positions, replies, postings }) => {
    const isLost = positions.some((row) => row.overnight === null && row.closedAt === null && flagged.has(row.id))
    for (const { id, overnight } of positions) overnight === null ? flagged.delete(id) : flagged.add(id)
    return isLost && replies.length + postings.length === 0
  }
}

describe('the auditor of overseas futures notices', () => {
  const cases: [string, (effects: Effects) => Effects, RegExp][] = [
    [
      'a fill that is a unit too dear',
      change('fills', (fill) => ({ ...fill, quote: fill.quote + 1n })),
      /price of fill/,
    ],
    [
      'a fill that took no account of the contracts before',
      change('fills', (fill) => ({ ...fill, quote: BigInt(fill.best) * BigInt(fill.qty) * 100_000_000n })),
      /price of fill/,
    ],
    [
      'a fill at a price that was gone',
      change('fills', (fill) => ({ ...fill, bookU: fill.bookU - 1 })),
      /price of its time/,
    ],
    ['a fee that is a won too small', change('fills', (fill) => ({ ...fill, fee: fill.fee - 1n })), /fee of fill/],
    [
      'a result that is a won too good',
      change('fills', (fill) => (fill.isClose ? { ...fill, realizedPnl: fill.realizedPnl + 1n } : fill)),
      /result of fill/,
    ],
    ['a result at another rate', change('fills', (fill) => ({ ...fill, fxRate: fill.fxRate! + 1 })), /rate of fill/],
    [
      'a posting without its counterpart',
      (effects) => ({
        ...effects,
        rows: { ...effects.rows, postings: effects.rows.postings.filter(({ account }) => account !== 'FEE_OVERSEA') },
      }),
      /sum of the postings/,
    ],
    [
      'a deficit that was booked as a result',
      change('postings', (row) => (row.account === 'BAD_DEBT' ? { ...row, account: 'PNL_OVERSEA' } : row)),
      /posting/,
    ],
    [
      'a wallet that reserves a won too little',
      change('wallets', (row) => (row.reserved > 0n ? { ...row, reserved: row.reserved - 1n } : row)),
      /reserved of/,
    ],
    [
      'a wallet that has a won too much',
      change('wallets', (row) => ({ ...row, posted: row.posted + 1n })),
      /posted of/,
    ],
    ['a margin that is a won off', change('positions', (row) => ({ ...row, margin: row.margin + 1n })), /margin of/],
    [
      'an entry that is a unit off',
      change('positions', (row) => ({ ...row, entryQuote: row.entryQuote + 1n })),
      /entry of/,
    ],
    ['a loss cut that did not come', drop((rows) => firstIs(rows, 'LIQUIDATION')), /was not cut/],
    [
      'a loss cut without reason',
      (effects) => {
        const closing = effects.rows.fills.find(({ isClose, marketType }) => isClose && marketType === 'MARKET')
        if (!closing) return effects
        const asCut = <R extends { id: number; marketType: string }>(row: R, id: number) =>
          row.id === id ? { ...row, marketType: 'LIQUIDATION' as const, positionId: closing.positionId } : row
        const orders = effects.rows.orders.map((row) => asCut(row, closing.orderId!))
        const fills = effects.rows.fills.map((row) => asCut(row, closing.id))
        return { ...effects, rows: { ...effects.rows, orders, fills } }
      },
      /no reason to cut|outlived loss cut/,
    ],
    [
      'a stop that did not fire',
      drop((rows) => rows.orders.some(({ triggeredAt }) => triggeredAt !== null)),
      /did not fire/,
    ],
    [
      'a stop that fired before its price',
      change('orders', (row) => (row.triggerKind !== null ? { ...row, triggeredAt: row.acceptedAt } : row)),
      /fired at|fired while/,
    ],
    [
      'a resting order that the quote touched in vain',
      drop((rows) => rows.fills.some(({ isMaker }) => isMaker)),
      /was passed over/,
    ],
    [
      'an order whose time came in vain',
      drop((rows) =>
        rows.fills.some(({ marketType, isMaker, isClose }) => marketType === 'MARKET' && !isMaker && !isClose),
      ),
      /passed its price over|waits for a price/,
    ],
    ['a fixing at another rate', change('fixings', (row) => ({ ...row, rate: row.rate + 1 })), /rate of the fixing/],
    ['a fixing that did not come', drop((rows) => rows.fixings.length > 0), /the dollar was not fixed/],
    [
      'a night that cost a won less',
      change('positions', (row) => (row.fundingFee < 0n ? { ...row, fundingFee: row.fundingFee + 1n } : row)),
      /financing of position/,
    ],
    [
      'a night that was not paid',
      (effects) => ({
        ...effects,
        rows: {
          ...effects.rows,
          postings: effects.rows.postings.filter(({ reason }) => reason !== 'OVERSEA_FINANCING'),
        },
      }),
      /financing of position|posted of/,
    ],
    [
      'a position that its session did not close',
      drop((rows) => rows.positions.some(({ closeReason }) => closeReason === 'SESSION_END')),
      /was not closed/,
    ],
    [
      'a position that was closed before its session ended',
      change('orders', (row) =>
        row.marketType === 'MARKET' && row.isReduceOnly ? { ...row, origin: 'SYSTEM', acceptedAt: row.closedAt! } : row,
      ),
      /before its session's end|origin of|acceptance of|count of fill/,
    ],
    [
      'an order that outlived its session',
      drop((rows) => rows.orders.some(({ reason, status }) => reason === 'SESSION_END' && status === 'CANCELED')),
      /works on in the last minutes|outlived its session/,
    ],
    ['a flag that the check should have taken', drop(losesFlag()), /a night that he cannot pay for/],
    [
      'a flag that nobody took back',
      change('positions', (row, { replies }) =>
        replies.length === 0 && row.closedAt === null ? { ...row, overnight: null } : row,
      ),
      /lost its flag/,
    ],
    [
      'a TP that does not follow the average entry',
      change('orders', (row) => (row.ticks === null ? row : { ...row, triggerPrice: row.triggerPrice! + 1 })),
      /price of (TAKEPROFIT|STOPLOSS)|fired at/,
    ],
    [
      'an SL that outlives its position',
      (effects) => ({
        ...effects,
        rows: {
          ...effects.rows,
          orders: effects.rows.orders.filter(
            ({ marketType, reason }) => marketType !== 'STOPLOSS' || reason !== 'POSITION_CLOSED',
          ),
        },
      }),
      /STOPLOSS order .* outlived position/,
    ],
    [
      'an order that changes after its end',
      change('orders', (row) =>
        row.status === 'FILLED' ? { ...row, status: 'PARTIALLY_FILLED', closedAt: null } : row,
      ),
      /is filled and goes on|outlived|changed after/,
    ],
    [
      'a refusal that changed something',
      (effects) =>
        effects.reply?.status === 200 && effects.rows.orders.length > 0
          ? { ...effects, reply: { status: 409, body: { code: 'BALANCE_INSUFFICIENT' } } }
          : effects,
      /was refused with BALANCE_INSUFFICIENT and changed/,
    ],
    [
      'a refusal without reason',
      (effects) => {
        if (effects.reply?.status !== 200 || effects.rows.orders.length === 0) return effects
        const rows = Object.fromEntries(Object.keys(effects.rows).map((table) => [table, []])) as unknown as Rows
        return { ...effects, rows, reply: { status: 409, body: { code: 'BALANCE_INSUFFICIENT' } } }
      },
      /was refused with BALANCE_INSUFFICIENT, expected none/,
    ],
    [
      'an order that was accepted against a reason',
      (effects) =>
        (effects.reply?.body as { code?: string } | undefined)?.code === 'BALANCE_INSUFFICIENT'
          ? { ...effects, reply: { status: 200, body: { id: 1 } } }
          : effects,
      /was accepted though BALANCE_INSUFFICIENT/,
    ],
  ]
  test('a warning that did not come', () => {
    const unwarned = change('positions', (row) => ({ ...row, isWarned: false }))
    expect(() => simulateOversea(busySeed, steps, unwarned)).toThrow(/was not warned/)
  })

  test.each(cases)('%s', (_name, tamper, message) => {
    expect(() => simulateOversea(seed, steps, tamper)).toThrow(message)
  })
})

describe('at the end of a run the auditor of overseas futures notices', () => {
  const world = makeOverseaWorld(new Random(seed))
  const [first] = world.members

  test.each(['positions', 'orders'] as const)('%s that outlived every session', (kind) => {
    const auditor = new OverseaAuditor(world)
    auditor.traders.open({ ...first!, grants: [{ type: 'BINARY', currency: 'KRW', amount: 0n }] }, 'BINARY')
    const store = new Store(world.sites, {})
    auditor.auditRest(store)
    const open: Map<unknown, unknown> = auditor.members.get(first!.memberId)![kind]
    open.set('1:0', { id: 7 })
    expect(() => auditor.auditRest(store)).toThrow(/7 of \d+ outlived every session/)
  })

  test.each(['positions', 'orders'] as const)('%s that are stored as open though they ended', (kind) => {
    const store = new Store(world.sites, {})
    store[kind].set('1:7', { id: 7, closedAt: null } as never)
    expect(() => new OverseaAuditor(world).auditRest(store)).toThrow(/7 is stored as open/)
  })

  test('a wallet that holds something back', () => {
    const store = new Store(world.sites, {})
    store.wallets.set('1:1000:BINARY:KRW', { memberId: 1_000, reserved: 1n } as never)
    expect(() => new OverseaAuditor(world).auditRest(store)).toThrow(/reserved at rest/)
  })
})
