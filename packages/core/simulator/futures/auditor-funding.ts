import type { FeedSignal, FundingRow, Rows } from '../../src/index.ts'
import { down } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import { unitOf } from './arithmetic.ts'
import type { AuditedMarket, AuditedPosition, MadeFunding } from './margin-accounts.ts'

/** Two fundings of a venue so near to each other are the same. */
const BESIDE_MS = 60_000

type Told = Extract<FeedSignal, { kind: 'funding' }>
/** What was open of an instrument at a time. */
type HeldAt = (instrument: string, time: number) => readonly AuditedPosition[]
type Due = Pick<MadeFunding, 'at' | 'rate' | 'mark'>

/** Fundings by rate and mark when they are due, or as a venue gives them after a downtime, and each position's share of them. */
export class Fundings {
  readonly #markets: ReadonlyMap<string, AuditedMarket>
  readonly #due: [string, Due][] = []
  /** Members who are to hear of a funding that is void. */
  readonly #unheard: number[] = []
  readonly #heldAt: HeldAt
  count = 0

  constructor(markets: ReadonlyMap<string, AuditedMarket>, heldAt: HeldAt) {
    this.#markets = markets
    this.#heldAt = heldAt
  }

  /** The time of the newest funding of an instrument, made or due. */
  newestAt(name: string): number | null {
    return this.#due.findLast(([of]) => of === name)?.[1].at ?? this.#markets.get(name)!.fundings.at(-1)?.at ?? null
  }

  /** A venue's word of a funding in a downtime: it counts before the first mark, where positions were held then and none of them changed since. */
  told({ instrument, fundingTime, rate, price }: Told, at: number, held: readonly AuditedPosition[]): void {
    const newest = this.newestAt(instrument)
    const isNew = newest === null || fundingTime >= newest + BESIDE_MS
    if (this.#markets.get(instrument)!.mark !== null || !isNew || fundingTime > at) return
    if (held.length === 0) return
    if (price !== null && !hasChanged(held, fundingTime))
      this.#due.push([instrument, { at: fundingTime, rate, mark: price }])
    else this.#voids(instrument, { at: fundingTime, mark: price ?? 0 }, held)
  }

  /** The first mark after a funding that none was near: it brings it where it is of its time, else the funding is void. */
  late(name: string, { sourceTs, price }: { readonly sourceTs: number; readonly price: number }, at: number): void {
    const market = this.#markets.get(name)!
    const { nextFundingTime, mark, rate } = market
    if (nextFundingTime === null || Math.max(at, sourceTs) < nextFundingTime || rate === null) return
    market.nextFundingTime = null
    if (Math.abs(sourceTs - nextFundingTime) <= BESIDE_MS)
      this.#due.push([name, { at: nextFundingTime, rate, mark: price }])
    else this.#voids(name, { at: nextFundingTime, mark: mark! }, this.#heldAt(name, nextFundingTime))
  }

  #voids(name: string, { at, mark }: Pick<Due, 'at' | 'mark'>, held: readonly AuditedPosition[]): void {
    this.#due.push([name, { at, rate: 0, mark }])
    this.#unheard.push(...new Set(held.map(({ memberId }) => memberId)))
  }

  /** Who held something at the time of a funding that is void hears of it. */
  hear({ outgoing }: Rows): void {
    for (const { payload } of outgoing) {
      if (payload['about'] !== 'FUNDING_VOID') continue
      const place = this.#unheard.indexOf(payload['memberId'] as number)
      if (place < 0) throw new Error(`member ${payload['memberId']} hears of a funding that is not void`)
      this.#unheard.splice(place, 1)
    }
  }

  /** Instruments whose time has come by the house's clock. */
  pass(at: number): string[] {
    const funded: string[] = []
    for (const [name, { nextFundingTime }] of this.#markets)
      if (nextFundingTime !== null && nextFundingTime <= at && this.fund(name, at)) funded.push(name)
    return funded
  }

  /** Funds one instrument where its time has come; false where not, or where rate or mark are unknown. */
  fund(name: string, at: number): boolean {
    const market = this.#markets.get(name)!
    const { nextFundingTime, mark, rate, markAt } = market
    if (nextFundingTime === null || nextFundingTime > at) return false
    if (markAt !== null && nextFundingTime - markAt > BESIDE_MS) return false
    market.nextFundingTime = null
    if (mark === null || rate === null) return false
    this.#due.push([name, { at: nextFundingTime, rate, mark }])
    return true
  }

  check(row: FundingRow): void {
    const place = this.#due.findIndex(([name]) => name === row.instrument)
    if (place < 0) throw new Error(`a funding of ${row.instrument} was not due`)
    const [, due] = this.#due.splice(place, 1)[0]!
    for (const field of ['at', 'rate', 'mark'] as const) equal(row[field], due[field], `${field} of a funding`)
    const market = this.#markets.get(row.instrument)!
    market.index += BigInt(due.mark) * BigInt(due.rate)
    market.fundings = [...market.fundings, { ...due, index: market.index }]
    equal(row.index, market.index, 'index of a funding')
    this.count++
  }

  /** None may be missing when everything is done. */
  settled(): void {
    if (this.#unheard.length > 0) throw new Error(`member ${this.#unheard[0]} never hears of a void funding`)
    if (this.#due.length > 0) throw new Error(`a funding of ${this.#due[0]![0]} never came`)
  }

  crashed(): void {
    this.#due.length = 0
    this.#unheard.length = 0
  }
}

/** Whether the quantity of a position changed since a time. */
export const hasChanged = (positions: readonly AuditedPosition[], since: number): boolean =>
  positions.some(({ sizes }) => sizes.at(-1)!.at > since)

/** Settles the oldest funding that a position has not had: received (+) or paid (−). Quantity held for less than the option's season receives nothing. */
function takeNext(position: AuditedPosition, market: AuditedMarket): bigint {
  const { at: time, rate, mark, index } = market.fundings[position.funded++]!
  position.index = index
  if (position.openedAt > time) return 0n
  const each = BigInt(rate) * BigInt(mark) * unitOf(position.option)
  const amount = down(-BigInt(position.qty) * each, 100_000_000n)
  if (amount <= 0n) return amount
  const since = time - position.option.seasonMs
  const before = position.sizes.findLast(({ at }) => at <= since)
  const sizes = [before?.qty ?? 0, ...position.sizes.flatMap(({ at, qty }) => (at > since ? [qty] : []))]
  const least = Math.sign(position.qty) * Math.min(...sizes.map(Math.abs))
  return down(-BigInt(least) * each, 100_000_000n)
}

/** The share that was posted: that of the oldest funding that gave or took something. */
export function takeShare(position: AuditedPosition, market: AuditedMarket): bigint {
  while (position.funded < market.fundings.length) {
    const amount = takeNext(position, market)
    if (amount !== 0n) return amount
  }
  throw new Error(`a funding was booked for position ${position.id}, which owes nothing`)
}

/** Fundings until an index that were settled without a posting: the share was nothing. */
export function settleNothing(position: AuditedPosition, market: AuditedMarket, index: bigint): void {
  while (position.index !== index && position.funded < market.fundings.length)
    equal(takeNext(position, market), 0n, `share of position ${position.id} in a funding`)
}
