/** Values of the configuration as a person reads them: at the console, for the second person, and in files. */
import type { ConfigKey } from './console-option.ts'
import { currencyDecimals } from './currencies.ts'

type Shown = Pick<ConfigKey, 'type' | 'unit'>
type Line = Readonly<Record<string, unknown>>

/** What a unit of the wire is shown in: how many decimals the shown figure has at most, and its word. */
const shownIn: Readonly<Record<string, readonly [decimals: number, word: string]>> = {
  ...Object.fromEntries(
    Object.entries(currencyDecimals).map(([currency, decimals]) => [currency, [decimals, currency]]),
  ),
  won: [0, '원'],
  usdt: [currencyDecimals.USDT, 'USDT'],
  usd: [4, 'USD'],
  ppm: [4, '%'],
  bp: [4, '배'],
  ms: [3, '초'],
  '10^-8': [6, '%'],
}

/** How many decimals a figure of a unit has at most, and the word behind it. */
export const placeOf = (unit: string): readonly [decimals: number, word: string] => shownIn[unit] ?? [0, unit]

/** A whole number of the wire as a person reads and types it: 400 ppm is 0.04 (%). */
export function shownFigure(value: unknown, unit: string): string {
  const [decimals] = placeOf(unit)
  const digits = String(value)
  const isNegative = digits.startsWith('-')
  const padded = (isNegative ? digits.slice(1) : digits).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : padded.slice(-decimals).replace(/0+$/, '')
  const whole = decimals === 0 ? padded : padded.slice(0, -decimals)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** A figure with separators between thousands. */
export const groupedFigure = (figure: string): string => figure.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

const durations = [
  [86_400_000, '일'],
  [3_600_000, '시간'],
  [60_000, '분'],
  [1_000, '초'],
] as const

/** A time in the largest unit that it is whole in: 7,200,000 is 2시간. */
export function durationText(ms: number): string {
  const found = durations.find(([unit]) => ms >= unit && ms % unit === 0)
  return found ? `${ms / found[0]}${found[1]}` : `${ms / 1_000}초`
}

export const weekdays = ['월', '화', '수', '목', '금', '토', '일'] as const
/** Minutes of a day as HH:MM, up to 24:00. */
export const clockText = (minutes: unknown): string => {
  const [hour, minute] = [Math.floor(Number(minutes) / 60), Number(minutes) % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

const amountText = (value: unknown, unit: string): string => groupedFigure(shownFigure(value, unit))
const lineTexts: Readonly<Partial<Record<ConfigKey['type'], (line: Line) => string>>> = {
  brackets: ({ notionalCap, maxLeverage, mmrPpm }) =>
    `≤${amountText(notionalCap, 'usdt')} ${String(maxLeverage)}배 ${shownFigure(mmrPpm, 'ppm')}%`,
  coins: ({ coin, network, confirmations, withdrawMin, withdrawFee, isOpen }) =>
    `${String(coin)} ${String(network)} 확인 ${String(confirmations)}회 최소 ${amountText(withdrawMin, String(coin))} 수수료 ${amountText(withdrawFee, String(coin))}${isOpen === true ? '' : ' 닫힘'}`,
  pauses: ({ days, from, to }) => {
    const on = weekdays.filter((_, bit) => (Number(days) & (1 << bit)) !== 0)
    return `${on.length === weekdays.length ? '매일' : on.join('')} ${clockText(from)}–${clockText(to)}`
  },
}

/** A value in words: 0.04%, 켜짐, 10,000 원, 매일 02:00–02:30. */
export function settingText(value: unknown, { type, unit }: Shown): string {
  if (type === 'flag') return value === true ? '켜짐' : '꺼짐'
  if (value === undefined || value === null) return '없음'
  const lineText = lineTexts[type]
  if (lineText !== undefined) {
    const lines = Array.isArray(value) ? (value as readonly Line[]) : []
    return lines.length === 0 ? '없음' : lines.map(lineText).join(' / ')
  }
  const [, word] = placeOf(unit)
  const text = groupedFigure(shownFigure(value, unit))
  return word === '%' || word === '' ? `${text}${word}` : `${text} ${word}`
}
