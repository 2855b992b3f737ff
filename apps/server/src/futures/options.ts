import { futuresEndpoints } from '@maru/contract'
import { type FuturesOption, formatPrice, futuresOptionWire } from '@maru/core'
import { floorDiv, type QtyShare, qtyShares } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'

/** Perpetuals: what may be traded, at which prices, and how much of it. */
export function registerFuturesOptions(app: FastifyInstance, deps: Deps): void {
  const { core } = deps

  route(app, deps, futuresEndpoints.futuresOption, ({ query, site }) =>
    shown(deps, futuresOptionOf(deps, site.id, query.futuresOptionId)),
  )

  route(app, deps, futuresEndpoints.futuresOptionList, ({ query, site }) => {
    const isPlay = (query.isPlay ?? '1') === '1'
    const prefix = query.stockPrefix === undefined ? '' : `${query.stockPrefix.replace(/_$/, '')}_`
    const options = [...core.view.futures.options(site.id)]
      .filter((option) => option.isPlay === isPlay && option.stock.startsWith(prefix))
      .sort((a, b) => a.id - b.id)
    return query.resultType === 'Simple'
      ? options.map(({ id, koName }) => ({ id, label: koName }))
      : options.map((option) => shown(deps, option))
  })

  route(app, deps, futuresEndpoints.futuresQtyPer, ({ query, site, member }) => {
    const option = futuresOptionOf(deps, site.id, query.futuresOptionId)
    const { qtyPrecision, stepUnits, minQty } = option
    const max = option.brackets[0]?.maxLeverage ?? 1
    if (query.leverage > max) throw new Refused('LEVERAGE_OUT_OF_RANGE', { min: 1, max })
    if (core.view.futures.cross(site.id, member.memberId) === null) throw new Refused('WALLET_NOT_FOUND')
    const most = core.view.futures.maxQty(site.id, member.memberId, option.id, query.leverage)
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
export function futuresOptionOf(deps: Pick<Deps, 'core'>, siteId: number, id: number): FuturesOption {
  const option = deps.core.view.futures.option(siteId, id)
  if (option === null) throw new Refused('STOCK_NOT_FOUND')
  return option
}

function shown({ market }: Deps, option: FuturesOption) {
  const { instrument } = option
  const { last, mark, fundingRate, nextFundingTime, feed } = market.state(instrument)
  const statistics = market.statistics(instrument)
  return {
    ...futuresOptionWire(option),
    lastPrice: last === null ? (statistics?.lastPrice ?? null) : market.format(instrument, last),
    priceChangePercent: statistics?.priceChangePercent ?? null,
    rateChange: statistics?.priceChangePercent ?? null,
    mark: mark === null ? null : market.format(instrument, mark),
    fundingRate,
    nextFundingTime,
    feed,
  }
}
