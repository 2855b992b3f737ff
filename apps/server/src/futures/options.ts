import { futuresEndpoints } from '@maru/contract'
import { type FuturesOption, formatPrice, futuresOptionWire, type SiteConfig } from '@maru/core'
import { feedOf } from '@maru/market'
import { floorDiv, type QtyShare, qtyShares } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { configOf, Refused, route } from '../http/index.ts'

/** Perpetuals: what may be traded, at which prices, and how much of it. */
export function registerFuturesOptions(app: FastifyInstance, deps: Deps): void {
  const { reads } = deps

  route(app, deps, futuresEndpoints.futuresOption, async ({ query, site }) =>
    shown(deps, await futuresOptionOf(deps, site.id, query.futuresOptionId), await configOf(deps, site.id)),
  )

  route(app, deps, futuresEndpoints.futuresOptionList, async ({ query, site }) => {
    const isPlay = (query.isPlay ?? '1') === '1'
    const prefix = query.stockPrefix === undefined ? '' : `${query.stockPrefix.replace(/_$/, '')}_`
    const options = (await futuresOptionsOf(deps, site.id)).filter(
      (option) => option.isPlay === isPlay && option.stock.startsWith(prefix),
    )
    if (query.resultType === 'Simple') return options.map(({ id, koName }) => ({ id, label: koName }))
    const config = await configOf(deps, site.id)
    return options.map((option) => shown(deps, option, config))
  })

  route(app, deps, futuresEndpoints.futuresQtyPer, async ({ query, site, member }) => {
    const option = await futuresOptionOf(deps, site.id, query.futuresOptionId)
    const { qtyPrecision, stepUnits, minQty } = option
    const max = option.brackets[0]?.maxLeverage ?? 1
    if (query.leverage > max) throw new Refused('LEVERAGE_OUT_OF_RANGE', { min: 1, max })
    const of = { siteId: site.id, memberId: member.memberId }
    const [{ value: cross }, { value: most }] = await Promise.all([
      reads.ask('futures.cross', of),
      reads.ask('futures.maxQty', { ...of, optionId: option.id, leverage: query.leverage, wall: deps.clocks.wall() }),
    ])
    if (cross === null) throw new Refused('WALLET_NOT_FOUND')
    if (most === null) throw new Refused('PRICE_FEED_STALE')
    const qty = (units: number) => formatPrice(units, qtyPrecision)
    const share = (units: number, percent: QtyShare) => {
      const part = Number(floorDiv(BigInt(units) * BigInt(percent), 100n))
      const stepped = part - (part % stepUnits)
      return qty(stepped < minQty ? 0 : stepped)
    }
    const per = Object.fromEntries(
      qtyShares.map((percent) => [percent, { buy: share(most.buy, percent), sell: share(most.sell, percent) }]),
    ) as Record<QtyShare, { buy: string; sell: string }>
    return {
      minQty: qty(minQty),
      stepSize: qty(stepUnits),
      maxBuyQty: qty(most.buy),
      maxSellQty: qty(most.sell),
      per,
    }
  })
}

/** An option of the site; another site's id counts as unknown. */
export async function futuresOptionOf(
  { reads }: Pick<Deps, 'reads'>,
  siteId: number,
  id: number,
): Promise<FuturesOption> {
  const { value: option } = await reads.ask('futures.option', { siteId, optionId: id })
  if (option === null) throw new Refused('STOCK_NOT_FOUND')
  return option
}

/** The options of a site by their ids. */
export const futuresOptionsOf = async (
  { reads }: Pick<Deps, 'reads'>,
  siteId: number,
): Promise<readonly FuturesOption[]> => (await reads.ask('futures.options', { siteId })).value

function shown({ market }: Deps, option: FuturesOption, config: SiteConfig) {
  const { instrument } = option
  const state = market.state(instrument)
  const { last, mark, fundingRate, nextFundingTime } = state
  const statistics = market.statistics(instrument)
  return {
    ...futuresOptionWire(option, config),
    lastPrice: last === null ? (statistics?.lastPrice ?? null) : market.format(instrument, last),
    priceChangePercent: statistics?.priceChangePercent ?? null,
    rateChange: statistics?.priceChangePercent ?? null,
    mark: mark === null ? null : market.format(instrument, mark),
    fundingRate,
    nextFundingTime,
    feed: feedOf(state, option.stock),
  }
}
