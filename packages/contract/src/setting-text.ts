/** Values of the configuration as a person reads them: at the console, for the second person, and in files. */
import { clockText } from './clock-text.ts'
import type { ConfigKey } from './console-option.ts'
import { currencyDecimals } from './currencies.ts'
import type { Language } from './language.ts'

type Shown = Pick<ConfigKey, 'type' | 'unit'>
type Line = Readonly<Record<string, unknown>>

/** The words between the figures, by language. */
const texts = {
  ko: {
    units: {
      won: '원',
      times: '배',
      second: '초',
      clock: '분 (00:00부터)',
      months: '개월',
      days: '일',
      orders: '건',
      turns: '회',
      devices: '대',
      people: '명',
      steps: '스텝',
      contracts: '계약',
      ticks: '틱',
    },
    durations: { day: '일', hour: '시간', minute: '분', second: '초' },
    weekdays: ['월', '화', '수', '목', '금', '토', '일'],
    between: '',
    everyDay: '매일',
    on: '켜짐',
    off: '꺼짐',
    none: '없음',
    times: '배',
    coin: { confirmations: '확인', count: '회', least: '최소', fee: '수수료', closed: '닫힘' },
  },
  en: {
    // What is counted stands in the name of its value.
    units: {
      won: 'KRW',
      times: '×',
      second: 's',
      clock: 'min after 00:00',
      months: 'mo',
      days: 'd',
      orders: '',
      turns: '',
      devices: '',
      people: '',
      steps: '',
      contracts: '',
      ticks: '',
    },
    durations: { day: ' d', hour: ' h', minute: ' min', second: ' s' },
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    between: ' ',
    everyDay: 'Every day',
    on: 'On',
    off: 'Off',
    none: 'None',
    times: '×',
    coin: { confirmations: 'confirmations', count: '', least: 'minimum', fee: 'fee', closed: 'closed' },
  },
} as const

/** What a unit of the wire is shown in: how many decimals the shown figure has at most, and its word. */
const shownIn: Readonly<Record<string, readonly [decimals: number, word: string]>> = {
  ...Object.fromEntries(
    Object.entries(currencyDecimals).map(([currency, decimals]) => [currency, [decimals, currency]]),
  ),
  won: [0, 'won'],
  usdt: [currencyDecimals.USDT, 'USDT'],
  usd: [4, 'USD'],
  ppm: [4, '%'],
  bp: [4, 'times'],
  ms: [3, 'second'],
  '10^-8': [6, '%'],
  multiple: [0, 'times'],
}

/** How many decimals a figure of a unit has at most, and the word behind it. */
export function placeOf(unit: string, language: Language = 'ko'): readonly [decimals: number, word: string] {
  const [decimals, word] = shownIn[unit] ?? [0, unit]
  const units: Readonly<Record<string, string>> = texts[language].units
  return [decimals, units[word] ?? word]
}

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
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const

/** A time in the largest unit that it is whole in: 7,200,000 is 2시간. */
export function durationText(ms: number, language: Language = 'ko'): string {
  const words = texts[language].durations
  const found = durations.find(([unit]) => ms >= unit && ms % unit === 0)
  return found ? `${ms / found[0]}${words[found[1]]}` : `${ms / 1_000}${words.second}`
}

/** The days from Monday on. */
export const weekdaysOf = (language: Language): readonly string[] => texts[language].weekdays

const amountText = (value: unknown, unit: string): string => groupedFigure(shownFigure(value, unit))
const lineTexts: Readonly<Partial<Record<ConfigKey['type'], (line: Line, language: Language) => string>>> = {
  brackets: ({ notionalCap, maxLeverage, mmrPpm }, language) =>
    `≤${amountText(notionalCap, 'usdt')} ${String(maxLeverage)}${texts[language].times} ${shownFigure(mmrPpm, 'ppm')}%`,
  coins: ({ coin, network, confirmations, withdrawMin, withdrawFee, isOpen }, language) => {
    const words = texts[language].coin
    return `${String(coin)} ${String(network)} ${words.confirmations} ${String(confirmations)}${words.count} ${words.least} ${amountText(withdrawMin, String(coin))} ${words.fee} ${amountText(withdrawFee, String(coin))}${isOpen === true ? '' : ` ${words.closed}`}`
  },
  pauses: ({ days, from, to }, language) => {
    const { weekdays, between, everyDay } = texts[language]
    const on = weekdays.filter((_, bit) => (Number(days) & (1 << bit)) !== 0)
    return `${on.length === weekdays.length ? everyDay : on.join(between)} ${clockText(from)}–${clockText(to)}`
  },
}

/** A value in words: 0.04%, 켜짐, 10,000 원, 매일 02:00–02:30. */
export function settingText(value: unknown, { type, unit }: Shown, language: Language = 'ko'): string {
  const { on, off, none } = texts[language]
  if (type === 'flag') return value === true ? on : off
  if (value === undefined || value === null) return none
  const lineText = lineTexts[type]
  if (lineText !== undefined) {
    const lines = Array.isArray(value) ? (value as readonly Line[]) : []
    return lines.length === 0 ? none : lines.map((line) => lineText(line, language)).join(' / ')
  }
  if (unit === 'clock') return clockText(value)
  const [, word] = placeOf(unit, language)
  const text = groupedFigure(shownFigure(value, unit))
  return ['', '%', '×'].includes(word) ? `${text}${word}` : `${text} ${word}`
}
