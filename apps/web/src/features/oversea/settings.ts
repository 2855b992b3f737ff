import type { OrderableMarketType } from '@maru/contract'
import { fieldsOf, keptSettings, switchesOf } from '../../settings/kept.ts'

const types: readonly OrderableMarketType[] = ['LIMIT', 'MARKET', 'STOPMARKET', 'STOPLIMIT']

/**
 * How a member trades overseas futures, kept on this device beside what all books share (chips, sounds, TP and SL ticks:
 * `settings/member-settings.ts`). One-touch is none of it: it is armed anew each time.
 */
export interface OverseaSettings {
  /** A sheet with every figure is shown before an order leaves. */
  readonly confirms: boolean
  /** The same before a whole position is closed at the market. */
  readonly confirmsClose: boolean
  /** A question follows when a line on the chart was dragged. */
  readonly confirmsLines: boolean
  readonly marketType: OrderableMarketType
  /** New orders carry a take profit, a stop loss. */
  readonly takeProfit: boolean
  readonly stopLoss: boolean
  /** Lists show this instrument alone. */
  readonly onlyThis: boolean
}

export const defaultOverseaSettings: OverseaSettings = {
  confirms: true,
  confirmsClose: true,
  confirmsLines: true,
  marketType: 'LIMIT',
  takeProfit: false,
  stopLoss: false,
  onlyThis: false,
}

export const { useSettings: useOverseaSettings, change: changeOverseaSettings } = keptSettings(
  'oversea',
  readOverseaSettings,
)

/** Stored settings field by field: what is missing or broken is the default. */
export function readOverseaSettings(text: string | null): OverseaSettings {
  const given = fieldsOf(text)
  const { marketType, ...switches } = defaultOverseaSettings
  return {
    ...switchesOf(given, switches),
    marketType: types.find((one) => one === given['marketType']) ?? marketType,
  }
}
