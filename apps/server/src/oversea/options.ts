import { type OverseaOption as OptionWire, overseaEndpoints } from '@maru/contract'
import { formatMinor, formatPrice, type OverseaOption } from '@maru/core'
import { sessionState } from '@maru/market'
import { formatUnits } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'

/** Contracts: what may be traded, when, and at which prices and terms. */
export function registerOverseaOptions(app: FastifyInstance, deps: Deps): void {
  const { core } = deps

  route(app, deps, overseaEndpoints.overseaOption, ({ query, site }) => {
    const option = overseaOptionOf(deps, site.id, query.overseaOptionId)
    return query.resultType === 'Simple' ? simple(option) : shown(deps, option)
  })

  route(app, deps, overseaEndpoints.overseaOptionList, ({ query, site }) => {
    const isPlay = (query.isPlay ?? '1') === '1'
    const prefix = query.stockPrefix === undefined ? '' : `${query.stockPrefix.replace(/_$/, '')}_`
    const options = core.view.oversea
      .options(site.id)
      .filter((option) => option.isPlay === isPlay && option.stock.startsWith(prefix))
    return query.resultType === 'Simple' ? options.map(simple) : options.map((option) => shown(deps, option))
  })

  route(app, deps, overseaEndpoints.overseaExistOption, ({ site }) =>
    core.view.oversea
      .options(site.id)
      .some(({ id, isPlay, isStop }) => isPlay && !isStop && core.view.oversea.session(site.id, id)?.isRest === false),
  )
}

/** A contract of the site; another site's id counts as unknown. */
export function overseaOptionOf(deps: Pick<Deps, 'core'>, siteId: number, id: number): OverseaOption {
  const option = deps.core.view.oversea.option(siteId, id)
  if (option === null) throw new Refused('STOCK_NOT_FOUND')
  return option
}

const simple = ({ id, koName }: OverseaOption) => ({ id, label: koName })

function shown({ core, market, config, clocks }: Deps, option: OverseaOption): OptionWire {
  const { instrument: symbol, precision } = option
  const { instrument, last, bid, ask, feed } = market.state(symbol)
  const statistics = market.statistics(symbol)
  const price = (value: number | null) => (value === null ? null : market.format(symbol, value))
  const calendar = sessionState(config.calendar, instrument, clocks.domain.now())
  const next = () => sessionState(config.calendar, instrument, calendar.nextOpenAt).session
  const held = core.view.oversea.session(option.siteId, option.id)
  return {
    id: option.id,
    stock: option.stock,
    koName: option.koName,
    currency: 'KRW',
    isPlay: option.isPlay,
    isStop: option.isStop,
    isRest: held?.isRest ?? true,
    precision,
    tickSize: formatPrice(option.tickUnits, precision),
    tickValue: dollars(option.tickValue),
    tickValueKrw: won(held?.tickValueKrw),
    fxRate: held?.fxRate == null ? null : formatPrice(held.fxRate, 2),
    margin: dollars(option.margin),
    marginKrw: won(held?.marginKrw),
    fee: dollars(option.fee),
    feeKrw: won(held?.feeKrw),
    maxCount: option.maxCount,
    lotsPerTick: option.lotsPerTick,
    maxOpenOrders: option.maxOpenOrders,
    priceBandPct: formatUnits(BigInt(option.priceBandPpm), 4).replace(/\.?0+$/, ''),
    execDelayMs: option.execDelayMs,
    session: calendar.isRest ? next() : calendar.session,
    overnightDeadlineAt: calendar.isRest ? null : (held?.overnightDeadlineAt ?? null),
    lastPrice: price(last) ?? statistics?.lastPrice ?? null,
    priceChangePercent: statistics?.priceChangePercent ?? null,
    rateChange: statistics?.priceChangePercent ?? null,
    bid: price(bid),
    ask: price(ask),
    feed,
  }
}

const won = (amount: bigint | null | undefined) => (amount == null ? null : formatMinor(amount, 'KRW'))
/** 10^-4 dollars, to the cent where nothing finer is left. */
const dollars = (units: bigint) => formatUnits(units, 4).replace(/0{1,2}$/, '')
