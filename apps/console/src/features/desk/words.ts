import type { DeskListRow, DnwStatus } from '@maru/contract'
import { amountWords } from '@maru/contract/amount-words'
import { formatMoney } from '@maru/ui'
import { consoleLanguage } from '../../session/language.ts'
import { t } from './texts.ts'

/** Which requests a page is about. */
export type Kind = 'W' | 'D'
export const kindWords: Readonly<Record<Kind, string>> = { W: t('withdrawal'), D: t('deposit') }

/** What is left to do for a request. */
export const openStatuses: readonly DnwStatus[] = ['REQUESTED', 'REVIEW', 'APPROVED']
export const closedStatuses: readonly DnwStatus[] = ['COMPLETED', 'REJECTED', 'CANCELED']
export const isOpen = ({ status }: DeskListRow): boolean => openStatuses.includes(status)

const bulkBelowWon = 1_000_000

/** May it be approved among others? The server judges each of them anew. */
export const isFitForBulk = (row: DeskListRow, now: number): boolean =>
  (row.type === 'W' || (row.type === 'D' && row.steps.some(({ state }) => state === 'ARRIVED'))) &&
  stageOf(row, now) === 'do' &&
  row.approvalsNeeded === 1 &&
  row.marks.length === 0 &&
  row.currency === 'KRW' &&
  Number(row.point) < bulkBelowWon

/** How urgent a row is, and in whose hands: the desk's, still its member's, or on its way. */
export function stageOf(row: DeskListRow, now: number): 'do' | 'cancelable' | 'paying' | 'done' {
  if (!isOpen(row)) return 'done'
  if (row.status === 'APPROVED') return 'paying'
  if (row.type !== 'D' && row.status === 'REQUESTED' && now < (row.cancelableUntil ?? 0)) return 'cancelable'
  return 'do'
}

const scale = 8
/** Sum of two decimals, as a decimal without trailing zeros. */
export function addDecimals(a: string, b: string): string {
  const sum = unitsOf(a) + unitsOf(b)
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return sum < 0n ? `-${text}` : text
}
const unitsOf = (decimal: string): bigint => {
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.')
  const units = BigInt(whole + part.padEnd(scale, '0').slice(0, scale))
  return decimal.startsWith('-') ? -units : units
}
export const negated = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)

/** The amount as it is read aloud, in which a zero too many shows: 천만 원. */
export const wordsOf = ({ point, currency }: { point: string; currency: string }): string =>
  `${amountWords(point, consoleLanguage())} ${currency === 'KRW' ? t('won') : currency}`

export const moneyOf = ({ point, currency }: { point: string; currency: string }): string =>
  formatMoney(point, currency)
