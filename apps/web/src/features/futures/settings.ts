import type { OrderableMarketType } from '@maru/contract'
import { fieldsOf, keptSettings, switchesOf } from '../../settings/kept.ts'

/** Slippage that a member may allow a market order, in percent. */
export const tolerances = ['0.1', '0.3', '0.5', '1'] as const

const types: readonly OrderableMarketType[] = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET']

/** How a member trades futures, kept on this device. */
export interface FuturesSettings {
  /** A sheet with every figure is shown before an order leaves. */
  readonly confirms: boolean
  /** The same before a whole position is closed at the market, and a question before it is reversed. */
  readonly confirmsClose: boolean
  readonly confirmsReverse: boolean
  /** A question follows when a line on the chart was dragged. */
  readonly confirmsLines: boolean
  readonly tolerance: (typeof tolerances)[number]
  readonly marketType: OrderableMarketType
  /** Lists show this instrument alone. */
  readonly onlyThis: boolean
}

export const defaultFuturesSettings: FuturesSettings = {
  confirms: true,
  confirmsClose: true,
  confirmsReverse: true,
  confirmsLines: true,
  tolerance: '0.5',
  marketType: 'LIMIT',
  onlyThis: false,
}

export const { useSettings: useFuturesSettings, change: changeFuturesSettings } = keptSettings(
  'futures',
  readFuturesSettings,
)

/** Stored settings field by field: what is missing or broken is the default. */
export function readFuturesSettings(text: string | null): FuturesSettings {
  const given = fieldsOf(text)
  const { tolerance, marketType, ...switches } = defaultFuturesSettings
  return {
    ...switchesOf(given, switches),
    tolerance: tolerances.find((one) => one === given['tolerance']) ?? tolerance,
    marketType: types.find((one) => one === given['marketType']) ?? marketType,
  }
}
