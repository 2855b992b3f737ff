import { clockText } from '@maru/contract/clock-text'
import { shownFigure } from '@maru/contract/setting-text'
import { weekdays } from '../../parts/setting-text.ts'
import { readFigure } from './figures.ts'
import { t } from './texts.ts'

/** A line of a table as it is edited: figures as they were typed. */
export type Line = Readonly<Record<string, string | boolean>>
type Stored = Readonly<Record<string, unknown>>
const most = String(2n ** 63n - 1n)

const isStored = (value: unknown): value is readonly Stored[] => Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : String(value))

interface TableForm {
  readonly columns: readonly (readonly [key: string, head: string])[]
  /** A line that is added; null: lines are neither added nor taken away. */
  readonly added: Line | null
  /** Columns that nobody types. */
  readonly fixed: readonly string[]
  readonly linesOf: (value: unknown) => readonly Line[]
  /** As the wire takes it; null: a figure is none. */
  readonly read: (lines: readonly Line[]) => readonly Stored[] | null
}

const whole = (unit: string) => ({ type: 'whole', unit, min: 1, max: 1_000_000 }) as const
const amount = (unit: string) => ({ type: 'amount', unit, min: '0', max: most }) as const

/** Leverage brackets: what is taken off follows from the other columns, so that margins have no step. */
const brackets: TableForm = {
  added: { notionalCap: '', maxLeverage: '', mmrPpm: '', cum: '' },
  columns: [
    ['notionalCap', t('notionalUpTo')],
    ['maxLeverage', t('maxLeverage')],
    ['mmrPpm', t('maintenanceRate')],
    ['cum', t('cumulative')],
  ],
  fixed: ['cum'],
  linesOf: (value) =>
    isStored(value)
      ? value.map(({ notionalCap, maxLeverage, mmrPpm, cum }) => ({
          notionalCap: shownFigure(notionalCap, 'usdt'),
          maxLeverage: text(maxLeverage),
          mmrPpm: shownFigure(mmrPpm, 'ppm'),
          cum: shownFigure(cum, 'usdt'),
        }))
      : [],
  read(lines) {
    const rows: { notionalCap: string; maxLeverage: number; mmrPpm: number; cum: string }[] = []
    for (const line of lines) {
      const notionalCap = readFigure(text(line['notionalCap']), amount('usdt'))
      const maxLeverage = readFigure(text(line['maxLeverage']), whole(t('times')))
      const mmrPpm = readFigure(text(line['mmrPpm']), whole('ppm'))
      if (typeof notionalCap !== 'string' || typeof maxLeverage !== 'number' || typeof mmrPpm !== 'number') return null
      const before = rows.at(-1)
      const step = before ? (BigInt(before.notionalCap) * BigInt(mmrPpm - before.mmrPpm)) / 1_000_000n : 0n
      rows.push({ notionalCap, maxLeverage, mmrPpm, cum: String(BigInt(before?.cum ?? '0') + step) })
    }
    return rows
  },
}

/** Coins of a site on their networks. */
const coins: TableForm = {
  added: null,
  columns: [
    ['coin', t('groupCoin')],
    ['network', t('network')],
    ['confirmations', t('confirmations')],
    ['withdrawMin', t('minWithdrawal')],
    ['withdrawFee', t('withdrawalFee')],
    ['isOpen', t('open')],
  ],
  fixed: ['coin', 'network'],
  linesOf: (value) =>
    isStored(value)
      ? value.map(({ coin, network, confirmations, withdrawMin, withdrawFee, isOpen }) => ({
          coin: text(coin),
          network: text(network),
          confirmations: text(confirmations),
          withdrawMin: shownFigure(withdrawMin, text(coin)),
          withdrawFee: shownFigure(withdrawFee, text(coin)),
          isOpen: isOpen === true,
        }))
      : [],
  read(lines) {
    const rows: Stored[] = []
    for (const { coin, network, isOpen, ...typed } of lines) {
      const confirmations = readFigure(text(typed['confirmations']), whole(t('timesCount')))
      const [withdrawMin, withdrawFee] = ['withdrawMin', 'withdrawFee'].map((key) =>
        readFigure(text(typed[key]), amount(text(coin))),
      )
      if (confirmations === null || withdrawMin === null || withdrawFee === null) return null
      rows.push({ coin, network, confirmations, withdrawMin, withdrawFee, isOpen: isOpen === true })
    }
    return rows
  },
}

/** Minutes of a day from `HH:MM`, up to 24:00; null: it is none. */
function minutesOf(clock: unknown): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text(clock).trim()) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return hour !== undefined && Number(minute) < 60 && minutes <= 1_440 ? minutes : null
}

/** Times of the week in which an option takes no new orders: days as switches, from a time until another one (KST). */
const pauses: TableForm = {
  added: { ...Object.fromEntries(weekdays.map((day) => [day, true])), from: '02:00', to: '02:30' },
  columns: [...weekdays.map((day) => [day, day] as const), ['from', t('from')], ['to', t('to')]],
  fixed: [],
  linesOf: (value) =>
    isStored(value)
      ? value.map(({ days, from, to }) => ({
          ...Object.fromEntries(weekdays.map((day, bit) => [day, (Number(days) & (1 << bit)) !== 0])),
          from: clockText(from),
          to: clockText(to),
        }))
      : [],
  read(lines) {
    const rows: Stored[] = []
    for (const line of lines) {
      const days = weekdays.reduce((mask, day, bit) => (line[day] === true ? mask | (1 << bit) : mask), 0)
      const [from, to] = [minutesOf(line['from']), minutesOf(line['to'])]
      if (days === 0 || from === null || to === null || from >= to) return null
      rows.push({ days, from, to })
    }
    return rows
  },
}

/** How tables among the settings are edited. */
export const tableForms = { brackets, coins, pauses } as const
export type TableType = keyof typeof tableForms
export const isTable = (type: string): type is TableType => Object.hasOwn(tableForms, type)
