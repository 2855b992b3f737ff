import { contractMargin, pnlKrw, unrealizedPnl } from '@maru/positions'
import type { State } from '../state.ts'
import type { Minor, PriceUnits } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { type Holder, overseaOf, type Position } from './state.ts'

/** Numbers that would hold for everything that is open on a site. */
export interface Raised {
  readonly siteId: number
  /** Of contracts, dollars in 10^-4; those that are not named keep theirs. */
  readonly margins: readonly { readonly optionId: number; readonly margin: Minor }[]
  /** Null: as it is. */
  readonly losscutPpm: number | null
  /** The last prices, and by how much each moved within an hour. */
  readonly prices: readonly { readonly instrument: string; readonly last: PriceUnits; readonly move: PriceUnits }[]
}

/** The members whom a raise concerns and whom it would cut if prices moved against them as far as in the last hour, by their ids. */
export function wouldBeCut(state: State, { siteId, margins, losscutPpm, prices }: Raised): number[] {
  const raised = new Map(margins.map(({ optionId, margin }) => [optionId, margin]))
  const priceOf = new Map(prices.map((price) => [price.instrument, price]))
  const isCut = (holder: Holder): boolean => {
    let equity = collateralOf(holder.wallet)
    let margin = 0n
    for (const { row, market } of holder.positions.values()) {
      const terms = { ...market.row, margin: raised.get(market.row.id) ?? market.row.margin }
      const rate = BigInt(row.fxRate!)
      margin += contractMargin(Math.abs(row.qty), terms, rate)
      const price = priceOf.get(market.row.instrument)
      if (price === undefined) continue
      const worst = price.last - Math.sign(row.qty) * price.move
      equity += pnlKrw(unrealizedPnl(row, worst, market.scale), terms, rate)
    }
    return equity * 1_000_000n <= margin * BigInt(losscutPpm ?? holder.site.row.overseaLosscutPpm)
  }
  const isConcerned = ({ market }: Position) => losscutPpm !== null || raised.has(market.row.id)
  const cut = []
  for (const holder of overseaOf(state).holders.values()) {
    const { row } = holder.member
    if (row.siteId !== siteId || ![...holder.positions.values()].some(isConcerned)) continue
    if (isCut(holder)) cut.push(row.memberId)
  }
  return cut.sort((a, b) => a - b)
}
