import type { FundingRow } from '../../src/index.ts'
import { down } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import type { AuditedMarket, AuditedPosition } from './accounts.ts'
import { unitOf } from './arithmetic.ts'

interface Funding {
  readonly at: number
  readonly rate: number
  readonly mark: number
  readonly index: bigint
}

/** Fundings as they fall due by rate and mark, and what positions owe or are owed of them. */
export class Fundings {
  readonly #markets: ReadonlyMap<string, AuditedMarket>
  readonly #due: [string, Funding][] = []
  count = 0

  constructor(markets: ReadonlyMap<string, AuditedMarket>) {
    this.#markets = markets
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
    const { nextFundingTime, mark, rate } = market
    if (nextFundingTime === null || nextFundingTime > at) return false
    market.nextFundingTime = null
    if (mark === null || rate === null) return false
    market.index += BigInt(mark) * BigInt(rate)
    market.fundedAt = nextFundingTime
    this.#due.push([name, { at: nextFundingTime, rate, mark, index: market.index }])
    return true
  }

  check(row: FundingRow): void {
    const place = this.#due.findIndex(([name]) => name === row.instrument)
    if (place < 0) throw new Error(`a funding of ${row.instrument} was not due`)
    const [, due] = this.#due.splice(place, 1)[0]!
    for (const field of ['at', 'rate', 'mark', 'index'] as const) equal(row[field], due[field], `${field} of a funding`)
    this.count++
  }

  /** None may be missing when everything is done. */
  settled(): void {
    if (this.#due.length > 0) throw new Error(`a funding of ${this.#due[0]![0]} never came`)
  }

  crashed(): void {
    this.#due.length = 0
  }
}

/** What a position gets (+) or pays (−) of the fundings that it was not part of yet. */
export function shareOf(position: AuditedPosition, market: AuditedMarket): bigint {
  const owed = BigInt(position.qty) * (market.index - position.index) * unitOf(position.option)
  const amount = down(-owed, 100_000_000n)
  return amount > 0n && position.openedAt > market.fundedAt! - 60_000 ? 0n : amount
}

/** A funding that was taken account of without a posting: the share was nothing. */
export function settleNothing(position: AuditedPosition, market: AuditedMarket): void {
  equal(shareOf(position, market), 0n, `share of position ${position.id} in a funding`)
  position.index = market.index
}
