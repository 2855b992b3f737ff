import { type OverseaOption as OptionWire, overseaEndpoints } from '@maru/contract'
import { type AnswerOf, formatMinor, formatPrice, type OverseaOption, type SiteConfig } from '@maru/core'
import { sessionState } from '@maru/market'
import { formatUnits } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { configOf, optionFinder, Refused, route } from '../http/index.ts'

/** Contracts: what may be traded, when, and at which prices and terms. */
export function registerOverseaOptions(app: FastifyInstance, deps: Deps): void {
  const { reads } = deps

  route(app, deps, overseaEndpoints.overseaOption, async ({ query, site }) => {
    const { value: listed } = await reads.ask('oversea.contract', { siteId: site.id, optionId: query.overseaOptionId })
    if (listed === null) throw new Refused('STOCK_NOT_FOUND')
    return query.resultType === 'Simple' ? simple(listed) : shown(deps, listed, await configOf(deps, site.id))
  })

  route(app, deps, overseaEndpoints.overseaOptionList, async ({ query, site }) => {
    const isPlay = (query.isPlay ?? '1') === '1'
    const prefix = query.stockPrefix === undefined ? '' : `${query.stockPrefix.replace(/_$/, '')}_`
    const { value } = await reads.ask('oversea.contracts', { siteId: site.id })
    const contracts = value.filter(({ option }) => option.isPlay === isPlay && option.stock.startsWith(prefix))
    if (query.resultType === 'Simple') return contracts.map(simple)
    const config = await configOf(deps, site.id)
    return contracts.map((listed) => shown(deps, listed, config))
  })

  route(app, deps, overseaEndpoints.overseaExistOption, async ({ site }) => {
    const { value: contracts } = await reads.ask('oversea.contracts', { siteId: site.id })
    return contracts.some(({ option, session }) => option.isPlay && !option.isStop && !session.isRest)
  })
}

/** Finds the contracts of a site; another site's id counts as unknown. */
export async function overseaOptionsOf({ reads }: Pick<Deps, 'reads'>, siteId: number): Promise<Finder> {
  const { value } = await reads.ask('oversea.options', { siteId })
  return optionFinder(value)
}

type Finder = (id: number) => OverseaOption
type Listed = AnswerOf<'oversea.contracts'>[number]

const simple = ({ option: { id, koName } }: Listed) => ({ id, label: koName })

function shown({ market, config, clocks }: Deps, { option, session: held }: Listed, site: SiteConfig): OptionWire {
  const { instrument: symbol, precision } = option
  const { instrument, last, bid, ask, feed } = market.state(symbol)
  const statistics = market.statistics(symbol)
  const price = (value: number | null) => (value === null ? null : market.format(symbol, value))
  const calendar = sessionState(config.calendar, instrument, clocks.domain.now())
  const next = () => sessionState(config.calendar, instrument, calendar.nextOpenAt).session
  return {
    id: option.id,
    stock: option.stock,
    koName: option.koName,
    currency: 'KRW',
    isPlay: option.isPlay,
    isStop: option.isStop,
    isRest: held.isRest,
    precision,
    tickSize: formatPrice(option.tickUnits, precision),
    tickValue: dollars(option.tickValue),
    tickValueKrw: won(held.tickValueKrw),
    fxRate: held.fxRate === null ? null : formatPrice(held.fxRate, 2),
    margin: dollars(option.margin),
    marginKrw: won(held.marginKrw),
    fee: dollars(option.fee),
    feeKrw: won(held.feeKrw),
    maxCount: option.maxCount,
    lotsPerTick: option.lotsPerTick,
    maxOpenOrders: option.maxOpenOrders,
    priceBandPct: percent(option.priceBandPpm),
    execDelayMs: option.execDelayMs,
    maxExitTicks: option.maxExitTicks,
    overnightTimes: option.overnightTimes,
    closeOnlyLeadMs: option.closeOnlyLeadMs,
    closingLeadMs: option.closingLeadMs,
    losscutPct: percent(site.overseaLosscutPpm),
    session: calendar.isRest ? next() : calendar.session,
    overnightDeadlineAt: calendar.isRest ? null : held.overnightDeadlineAt,
    lastPrice: price(last) ?? statistics?.lastPrice ?? null,
    priceChangePercent: statistics?.priceChangePercent ?? null,
    rateChange: statistics?.priceChangePercent ?? null,
    bid: price(bid),
    ask: price(ask),
    feed,
  }
}

const percent = (ppm: number) => formatUnits(BigInt(ppm), 4).replace(/\.?0+$/, '')
const won = (amount: bigint | null) => (amount === null ? null : formatMinor(amount, 'KRW'))
/** 10^-4 dollars, to the cent where nothing finer is left. */
const dollars = (units: bigint) => formatUnits(units, 4).replace(/0{1,2}$/, '')
