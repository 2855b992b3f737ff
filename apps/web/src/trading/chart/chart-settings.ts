import { fieldsOf, keptSettings, recordOf } from '../../settings/kept.ts'
import { type ChartInterval, chartIntervals } from './bars.ts'

/** Periods of an average; the same line cannot be had twice. */
interface Averages {
  readonly on: boolean
  readonly periods: readonly [number, number, number]
}

/** What a member wants to see on his charts, kept on this device. */
export interface ChartSettings {
  readonly interval: ChartInterval
  readonly volume: boolean
  readonly ma: Averages
  readonly ema: Averages
  readonly bollinger: { readonly on: boolean; readonly period: number; readonly multiple: number }
  readonly rsi: { readonly on: boolean; readonly period: number }
  readonly macd: { readonly on: boolean; readonly fast: number; readonly slow: number; readonly signal: number }
}

export const defaultChartSettings: ChartSettings = {
  interval: '15m',
  volume: true,
  ma: { on: true, periods: [7, 25, 99] },
  ema: { on: false, periods: [12, 26, 50] },
  bollinger: { on: false, period: 20, multiple: 2 },
  rsi: { on: false, period: 14 },
  macd: { on: false, fast: 12, slow: 26, signal: 9 },
}

/** Longest period: as many candles as one page of history brings. */
export const longestPeriod = 500

export const { useSettings: useChartSettings, change: changeChart } = keptSettings('chart', readChartSettings)

/** Stored settings field by field: what is missing or broken is the default. */
export function readChartSettings(text: string | null): ChartSettings {
  const given = fieldsOf(text)
  const period = (value: unknown, otherwise: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= longestPeriod ? Number(value) : otherwise
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
  const averages = (value: unknown, otherwise: Averages): Averages => {
    const { on, periods } = recordOf(value)
    const at = (place: 0 | 1 | 2) => period(Array.isArray(periods) ? periods[place] : null, otherwise.periods[place])
    return { on: flag(on, otherwise.on), periods: [at(0), at(1), at(2)] }
  }
  const { interval, volume, ma, ema, bollinger, rsi, macd } = defaultChartSettings
  const bands = recordOf(given['bollinger'])
  const strength = recordOf(given['rsi'])
  const crossing = recordOf(given['macd'])
  const multiple = bands['multiple']
  return {
    interval: chartIntervals.find((one) => one === given['interval']) ?? interval,
    volume: flag(given['volume'], volume),
    ma: averages(given['ma'], ma),
    ema: averages(given['ema'], ema),
    bollinger: {
      on: flag(bands['on'], bollinger.on),
      period: period(bands['period'], bollinger.period),
      multiple: multiple === 1 || multiple === 2 || multiple === 3 ? multiple : bollinger.multiple,
    },
    rsi: { on: flag(strength['on'], rsi.on), period: period(strength['period'], rsi.period) },
    macd: {
      on: flag(crossing['on'], macd.on),
      fast: period(crossing['fast'], macd.fast),
      slow: period(crossing['slow'], macd.slow),
      signal: period(crossing['signal'], macd.signal),
    },
  }
}
