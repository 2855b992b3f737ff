import { maintenanceMargin, marginRatioPpm, notionalOf, quoteScale, unrealizedPnl } from '@maru/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { byMember, bySystem } from '../envelope.ts'
import type { Core } from '../port.ts'
import { emptySnapshot, NOON, SITE } from '../testing.ts'
import type { Effects, FillRow, FuturesOption, MarginType, PositionRow, PostingRow } from '../types.ts'
import { perpetual, usdt } from './testing.ts'

const scale = quoteScale(1, 3)
const bracket = (cap: number, maxLeverage: number, mmrPpm: number, cum: number) => ({
  notionalCap: usdt(cap),
  maxLeverage,
  mmrPpm,
  cum: usdt(cum),
})
const options: readonly FuturesOption[] = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT'].map((instrument, index) =>
  perpetual({
    id: index + 1,
    stock: `CR_${instrument}PERP`,
    instrument,
    brackets: [bracket(2_000, 100, 4_000, 0), bracket(6_000, 50, 10_000, 12), bracket(900_000, 20, 25_000, 102)],
  }),
)
const START = 100_000 // 10,000.0

/** Three perpetuals of flat books at their marks, and what came of the calls. */
class Floor {
  core: Core
  now = NOON
  readonly marks = options.map(() => START)
  readonly fills: FillRow[] = []
  readonly postings: PostingRow[] = []
  warned: number[] = []
  readonly #positions = new Map<number, PositionRow>()
  #id = 1
  #u = 1
  #key = 0

  constructor() {
    this.core = createCore(emptySnapshot({ options: [], futuresOptions: options }))
    this.#wake()
  }

  #wake(): void {
    for (const { instrument } of options)
      for (const kind of ['feed', 'quotes'] as const)
        this.#keep(this.core.signal({ kind, instrument, state: 'live', at: this.now }, this.#ctx()))
    for (const index of options.keys()) this.mark(index, this.marks[index]!)
  }

  open(memberId: number, index: number, marginType: MarginType, leverage: number, qty: number): void {
    const whom = { siteId: SITE, memberId }
    const optionId = index + 1
    this.#do({ kind: 'setMarginType', ...byMember(whom, this.#nextKey()), optionId, marginType })
    this.#do({ kind: 'setLeverage', ...byMember(whom, this.#nextKey()), optionId, leverage })
    const order = {
      optionId,
      side: qty > 0 ? 'LONG' : 'SHORT',
      marketType: 'MARKET',
      qty: (Math.abs(qty) / 1_000).toFixed(3),
      ...{ price: null, triggerPrice: null, takeProfit: null, stopLoss: null, tolerance: null, expiresAt: null },
      ...{ isMark: false, isReduceOnly: false, isMarkTp: false, isMarkSl: false },
    } as const
    this.#do({ kind: 'placeFutures', ...byMember(whom, this.#nextKey()), order })
    this.now += 200
    this.mark(index, this.marks[index]!)
    this.now += 2_000
  }

  member(memberId: number, amount: number): void {
    const grants = [{ type: 'FUTURES', currency: 'USDT', amount: usdt(amount) }] as const
    this.#do({ kind: 'openMember', ...bySystem(SITE), memberId, grants })
  }

  /** A book at the new price, then the mark. `rate`: a funding that is due with the mark after it. */
  mark(index: number, price: number, rate: number | null = null): void {
    const { instrument } = options[index]!
    const side = [[price, 10_000_000]] as const
    const times = { sourceTs: this.now, recvTs: this.now, correctedTs: this.now }
    this.marks[index] = price
    this.#keep(
      this.core.venueUpdate({ kind: 'depth', instrument, ...times, bids: side, asks: side, u: this.#u++ }, this.#ctx()),
    )
    const funding = { fundingRate: rate, nextFundingTime: rate === null ? null : this.now + 1 }
    this.#keep(this.core.venueUpdate({ kind: 'mark', instrument, sourceTs: this.now, price, ...funding }, this.#ctx()))
    this.#drain()
    if (rate === null) return
    this.now += 1
    this.#drain()
  }

  restart(): void {
    this.core = createCore(this.core.snapshot())
    this.#wake()
  }

  /** Each account that is judged as one: its member, its positions, and their ratio at the marks. */
  accounts(): { memberId: number; ids: number[]; ratio: number; isWarned: boolean }[] {
    const members = new Set([...this.#positions.values()].map((row) => row.memberId))
    return [...members].flatMap((memberId) => {
      const rows = this.core.ask('futures.open', { siteId: SITE, memberId }, this.now).positions.map(({ row }) => row)
      const cross = rows.filter((row) => row.marginType === 'CROSS')
      const groups = [...rows.filter((row) => row.marginType === 'ISOLATED').map((row) => [row]), cross]
      const { playerPoint } = this.core.ask('futures.cross', { siteId: SITE, memberId }, this.now)!
      return groups
        .filter((group) => group.length > 0)
        .map((group) => ({
          memberId,
          ids: group.map((row) => row.id),
          ratio: this.#ratio(group, group === cross ? playerPoint : group[0]!.margin),
          isWarned: group.every((row) => row.isWarned),
        }))
    })
  }

  #ratio(group: readonly PositionRow[], collateral: bigint): number {
    let equity = collateral
    let maintenance = 0n
    for (const row of group) {
      const mark = this.marks[row.optionId - 1]!
      equity += unrealizedPnl(row, mark, scale)
      maintenance += maintenanceMargin(notionalOf(mark, row.qty, scale), options[row.optionId - 1]!.brackets)
    }
    return marginRatioPpm(maintenance, equity)
  }

  #do(command: Parameters<Core['execute']>[0]): void {
    this.#keep(this.core.execute(command, this.#ctx()))
    this.#drain()
  }

  #drain(): void {
    do this.#keep(this.core.advance(this.#ctx(), 100))
    while (this.core.more(this.#ctx()))
  }

  #keep({ rows, events }: Effects): void {
    this.fills.push(...rows.fills)
    this.postings.push(...rows.postings)
    for (const row of rows.positions) this.#positions.set(row.id, row)
    for (const event of events) if (event.event === 'POSITION_WARN') this.warned.push((event.data as { id: number }).id)
  }

  #ctx = () => ({ at: this.now, nextId: () => this.#id++, wall: this.now })
  #nextKey = () => ({ key: `key-${++this.#key}`, route: 'POST /', bodyHash: 'h' })
}

const member = fc.record({
  amount: fc.integer({ min: 100, max: 3_000 }),
  positions: fc.uniqueArray(
    fc.record({
      index: fc.integer({ min: 0, max: 2 }),
      marginType: fc.constantFrom<MarginType>('CROSS', 'CROSS', 'ISOLATED'),
      leverage: fc.constantFrom(10, 20, 20),
      share: fc.integer({ min: 5, max: 28 }),
      isShort: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3, selector: ({ index }) => index },
  ),
})
/** Even chances from a seed: generators of fast-check like small moves too much. */
function* dice(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** A mark's move in 0.1 %, now and then a jump; a funding rate in 10^-8 or none; a restart before it. */
function* path(seed: number, length: number) {
  const rolls = dice(seed)
  const roll = (low: number, high: number) => low + Math.floor(rolls.next().value * (high - low + 1))
  for (let index = 0; index < length; index++)
    yield {
      index: roll(0, 2),
      move: roll(0, 14) === 0 ? roll(-90, 90) : roll(-7, 7),
      rate: roll(0, 19) === 0 ? roll(-2_000_000, 2_000_000) : null,
      restart: roll(0, 29) === 0,
    }
}

/** A member who is warned twice and liquidated twice: one in 35 runs makes up no case with a warning. */
const warnedAndLiquidated = [
  {
    amount: 2_193,
    positions: [
      { index: 0, marginType: 'CROSS' as const, leverage: 20, share: 25, isShort: true },
      { index: 2, marginType: 'ISOLATED' as const, leverage: 20, share: 8, isShort: true },
      { index: 1, marginType: 'CROSS' as const, leverage: 20, share: 14, isShort: false },
    ],
  },
]

test('every mark liquidates exactly the accounts at 100 %, warns those from 80 %, and calms those below 70 %: a full scan agrees', () => {
  let liquidated = 0
  let warned = 0
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 2 ** 31 }),
      (members, seed) => {
        const floor = new Floor()
        for (const [memberId, { amount, positions }] of members.entries()) {
          floor.member(memberId + 1, amount)
          for (const { index, marginType, leverage, share, isShort } of positions) {
            // A step is worth 10 USDT; `share` percent of the money is its margin.
            const qty = Math.ceil((amount * share * leverage) / 1_000)
            floor.open(memberId + 1, index, marginType, leverage, isShort ? -qty : qty)
          }
        }
        for (const { index, move, rate, restart } of path(seed, 150)) {
          if (restart) floor.restart()
          const price = Math.max(1_000, Math.round(floor.marks[index]! * (1 + move / 1_000)))
          const before = floor.accounts()
          const seen = floor.fills.length
          floor.warned = []
          floor.now += 3_000
          const old = floor.marks[index]!
          floor.marks[index] = price
          const expected = floor.accounts()
          floor.marks[index] = old
          floor.mark(index, price, rate)
          const hit = new Set(floor.fills.slice(seen).map((fill) => fill.positionId))
          const after = floor.accounts()
          for (const account of after) {
            expect(account.ratio).toBeLessThan(1_000_000)
            if (account.ratio >= 800_000) expect(account.isWarned).toBe(true)
            if (account.ratio < 700_000) expect(account.isWarned).toBe(false)
          }
          if (rate !== null) continue // a funding changes what was expected
          for (const [place, { ids, ratio, isWarned }] of expected.entries()) {
            expect(ids.some((id) => hit.has(id))).toBe(ratio >= 1_000_000)
            const isNew = ratio >= 800_000 && ratio < 1_000_000 && !before[place]!.isWarned
            if (ratio < 1_000_000) expect(ids.every((id) => floor.warned.includes(id))).toBe(isNew)
            if (ratio >= 1_000_000) liquidated++
            if (isNew) warned++
            expect(isWarned).toBe(before[place]!.isWarned)
          }
        }
        const sums = new Map<number, bigint>()
        for (const { txnId, amount } of floor.postings) sums.set(txnId, (sums.get(txnId) ?? 0n) + amount)
        expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
        const fund = floor.postings.filter(({ account }) => account === 'INSURANCE_FUND')
        expect(fund.reduce((sum, { amount }) => sum + amount, 0n)).toBeGreaterThanOrEqual(0n)
        const house = floor.core.snapshot().house.find(({ account }) => account === 'INSURANCE_FUND')
        expect(house?.balance ?? 0n).toBe(fund.reduce((sum, { amount }) => sum + amount, 0n))
        for (const { posted } of floor.core.snapshot().wallets) expect(posted).toBeGreaterThanOrEqual(0n)
      },
    ),
    { numRuns: 30, examples: [[warnedAndLiquidated, 10]] },
  )
  expect(liquidated).toBeGreaterThan(0)
  expect(warned).toBeGreaterThan(0)
})
