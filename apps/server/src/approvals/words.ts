import type { ApprovalField, Currency } from '@maru/contract'
import { formatMinor, unitText } from '@maru/core'

/** One line of what a second person agrees to. */
export const field = (label: string, before: string | null, after: string | null): ApprovalField => ({
  label,
  before,
  after,
})

/** 1234567 as 1,234,567원; 12.5 USDT as 12.5 USDT. */
export function moneyText(amount: bigint, currency: Currency): string {
  const [whole = '', fraction] = formatMinor(amount, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`}${unitText(currency)}`
}

const kstMs = 9 * 3_600_000
/** A time as Korea reads it, to the minute. */
export const timeText = (at: number): string =>
  new Date(at + kstMs).toISOString().slice(0, 16).replace('T', ' ').replaceAll('-', '.')

/** A value of a setting: switches and nothing have words. */
export function valueText(value: unknown): string {
  if (value === true) return '켜짐'
  if (value === false) return '꺼짐'
  if (value === null || value === undefined || value === '') return '없음'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Fields whose value before is another one now, with the value of now. */
export function newerOf(seen: readonly ApprovalField[], now: readonly ApprovalField[]): ApprovalField[] {
  const standing = new Map(now.map(({ label, before }) => [label, before]))
  return seen
    .filter(({ label, before }) => before !== null && standing.has(label) && standing.get(label) !== before)
    .map(({ label, before }) => field(label, before, standing.get(label) ?? null))
}

/** The same in one line. */
export const newerText = (fields: readonly ApprovalField[]): string =>
  fields.map(({ label, before, after }) => `${label}: ${before ?? '없음'} → ${after ?? '없음'}`).join(' · ')
