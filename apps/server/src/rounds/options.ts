import { TradeType, tradeEndpoints } from '@maru/contract'
import { formatMinor, formatRate, type RoundOption } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { listOf, membersOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'

/** Options: what may be played, in the order in which lists show them. */
export function registerOptions(app: FastifyInstance, deps: Deps): void {
  const shown = (option: RoundOption) => optionWire(deps, option)

  route(app, deps, tradeEndpoints.option, async ({ query, site }) =>
    shown(await optionOf(deps, site.id, query.tradeOptionId)),
  )

  route(app, deps, tradeEndpoints.optionList, async ({ query, site }) => {
    const types = listOf(TradeType, query.typeArray)
    const isPlay = (query.isPlay ?? '1') === '1'
    const prefix = query.stockPrefix === undefined ? '' : `${query.stockPrefix.replace(/_$/, '')}_`
    const options = (await optionsOf(deps, site.id)).filter(
      (option) =>
        option.isPlay === isPlay &&
        (types === null || types.includes(option.type)) &&
        (prefix === '' || option.stock.startsWith(prefix)),
    )
    return query.resultType === 'Simple'
      ? options.map((option) => ({ id: option.id, label: `${option.koName} ${option.type}` }))
      : options.map(shown)
  })

  route(app, deps, tradeEndpoints.publicOptionList, async ({ query, site }) => {
    const options = await optionsOf(deps, site.id)
    const playable = options.filter((option) => option.isPlay && !option.isStop)
    return ofPublicType(playable, query.type).map(shown)
  })
}

/** An option of the site; another site's id counts as unknown. */
export async function optionOf({ reads }: Pick<Deps, 'reads'>, siteId: number, id: number): Promise<RoundOption> {
  const { value: option } = await reads.ask('rounds.option', { siteId, optionId: id })
  if (option === null) throw new Refused('STOCK_NOT_FOUND')
  return option
}

/** The options of a site by their ids. */
export const optionsOf = async ({ reads }: Pick<Deps, 'reads'>, siteId: number): Promise<readonly RoundOption[]> =>
  (await reads.ask('rounds.options', { siteId })).value

/** `type` of the public list, one or several: a game type (R1), a length in minutes (1), or ONETRADING, the first option of each stock. */
function ofPublicType(options: readonly RoundOption[], type: string | undefined): readonly RoundOption[] {
  const types = membersOf(type)
  if (types === null) return options
  const firsts = new Set(
    types.includes('ONETRADING') ? new Map(options.toReversed().map((option) => [option.stock, option])).values() : [],
  )
  const minutes = types.flatMap((text) => (/^(\d+|\d*\.\d+)$/.test(text) ? Number(text) : []))
  return options.filter(
    (option) => firsts.has(option) || types.includes(option.type) || minutes.includes(Number(option.type.slice(1))),
  )
}

function optionWire(deps: Deps, option: RoundOption) {
  return {
    id: option.id,
    stock: option.stock,
    type: option.type,
    isPlay: option.isPlay,
    isStop: option.isStop,
    precision: option.precision,
    koName: option.koName,
    currency: option.currency,
    isRest: deps.market.state(option.instrument).isRest,
    payoutRate: formatRate(option.payoutRateBp),
    minPoint: formatMinor(option.minPoint, option.currency),
    maxPoint: formatMinor(option.maxPoint, option.currency),
    unit: formatMinor(option.unit, option.currency),
    maxRoundPoint: formatMinor(option.maxRoundPoint, option.currency),
    maxBets: option.maxBets,
    minIntervalMs: option.minIntervalMs,
    lockLeadMs: option.lockLeadMs,
    strikeDelayMs: option.strikeDelayMs,
    strikeWaitMs: option.strikeWaitMs,
  }
}
