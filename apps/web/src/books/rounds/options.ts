import type { TradeOption, TradeType } from '@maru/contract'
import { type GameKind, kindOf } from './arrange.ts'

export interface StockGroup {
  readonly stock: string
  /** BTC/USDT, EUR/USD, NAS100. */
  readonly label: string
  readonly koName: string
  readonly options: readonly TradeOption[]
}

const order: readonly TradeType[] = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5']

/** Playable options by stock, in the order in which the site lists its stocks; inside a stock from short to long. */
export function groupByStock(options: readonly TradeOption[]): StockGroup[] {
  const playable = options.filter(({ isPlay, isStop }) => isPlay && !isStop)
  return [...Map.groupBy(playable, ({ stock }) => stock)].map(([stock, mine]) => ({
    stock,
    label: instrumentLabel(stock),
    koName: mine[0]?.koName ?? stock,
    options: mine.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)),
  }))
}

/** CR_BTCUSDT as BTC/USDT, OV_EURUSD as EUR/USD, OV_NAS100 as NAS100. */
export function instrumentLabel(stock: string): string {
  const symbol = stock.slice(stock.indexOf('_') + 1)
  const crypto = /^([A-Z]{2,6})(USDT)(PERP)?$/.exec(symbol)
  if (crypto) return `${crypto[1]}/${crypto[2]}`
  const pair = /^([A-Z]{3})([A-Z]{3})$/.exec(symbol)
  return pair ? `${pair[1]}/${pair[2]}` : symbol
}

export interface OptionLabelTexts {
  readonly binary: string
  readonly bitball: string
  readonly minutes: (count: number) => string
  readonly seconds: (count: number) => string
}

/**
 * § Label of an option in the dropdown: binary types the word, types starting with P the stock with its prefix and
 * minutes; a number of 1 or more as minutes, otherwise as seconds (60 × value).
 */
export function optionLabel({ type, koName }: { type: string; koName: string }, texts: OptionLabelTexts): string {
  const value = Number(type.slice(1))
  if (type.startsWith('B')) return texts.binary
  if (type.startsWith('P')) return `${texts.bitball} ${koName} ${texts.minutes(value)}`
  return durationLabel(value, texts)
}

export const durationLabel = (minutes: number, texts: Pick<OptionLabelTexts, 'minutes' | 'seconds'>): string =>
  minutes >= 1 ? texts.minutes(minutes) : texts.seconds(60 * minutes)

/** The option that `id` of the address means: an option's id or a stock's name; null if the site has no such option. */
export function findOption(options: readonly TradeOption[], id: string | undefined): TradeOption | null {
  if (id === undefined) return null
  if (/^\d+$/.test(id)) return options.find((option) => option.id === Number(id)) ?? null
  const named = options.filter(({ stock }) => stock === id || stock.slice(stock.indexOf('_') + 1) === id)
  return named.find(({ type }) => type === 'R1') ?? named[0] ?? null
}

/** Where /exchange without an id leads: the option used last if it is still played, else the first one of one minute. */
export function defaultOption(options: readonly TradeOption[], lastId: number | null): TradeOption | null {
  const playable = options.filter(({ isPlay, isStop }) => isPlay && !isStop)
  return playable.find(({ id }) => id === lastId) ?? playable.find(({ type }) => type === 'R1') ?? playable[0] ?? null
}

/** The option of the same stock with another kind or length; the nearest length where that one is not played. */
export function siblingOption(
  group: StockGroup,
  current: TradeOption,
  wanted: { readonly kind?: GameKind; readonly minutes?: number },
): TradeOption | null {
  const kind = wanted.kind ?? kindOf(current.type)
  const minutes = wanted.minutes ?? minutesOf(current.type)
  const same = group.options.filter(({ type }) => kindOf(type) === kind)
  const distance = ({ type }: TradeOption) => Math.abs(minutesOf(type) - minutes)
  return same.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

export const minutesOf = (type: TradeType): number => Number(type.slice(1))
