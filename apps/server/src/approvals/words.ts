import type { ApprovalField, Currency } from '@maru/contract'
import { amountWords } from '@maru/contract/amount-words'
import { type BothLanguages, inEach, type Language, type Wording, wordingIn } from '@maru/contract/language'
import { formatMinor, unitText } from '@maru/core'

/** One line of what a second person agrees to. */
export const field = (label: Wording, before: Wording | null, after: Wording | null): ApprovalField => ({
  label,
  before,
  after,
})

/** An amount with its unit and in words, in which a zero too many shows: 10,000,000원 (천만 원), 12.5 USDT (twelve point five USDT). */
export function moneyText(amount: bigint, currency: Currency): BothLanguages {
  const decimal = formatMinor(amount, currency)
  const [whole = '', fraction] = decimal.split('.')
  const figure = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
  const ko = `${amountWords(decimal, 'ko')} ${unitText(currency).trim()}`
  return {
    ko: `${figure}${unitText(currency)} (${ko})`,
    en: `${figure} ${currency} (${amountWords(decimal, 'en')} ${currency})`,
  }
}

const kstMs = 9 * 3_600_000
/** A time as Korea reads it, to the minute. */
export const timeText = (at: number): string =>
  new Date(at + kstMs).toISOString().slice(0, 16).replace('T', ' ').replaceAll('-', '.')

export const none: BothLanguages = { ko: '없음', en: 'None' }

/** A value of a setting: switches and nothing have words. */
export function valueText(value: unknown): Wording {
  if (value === true) return { ko: '켜짐', en: 'On' }
  if (value === false) return { ko: '꺼짐', en: 'Off' }
  if (value === null || value === undefined || value === '') return none
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Fields whose value before is another one now, with the value of now. */
export function newerOf(seen: readonly ApprovalField[], now: readonly ApprovalField[]): ApprovalField[] {
  const standing = new Map(now.map(({ label, before }) => [named(label), before]))
  return seen.flatMap(({ label, before }) => {
    const after = standing.get(named(label)) ?? null
    const isSame = before === null || !standing.has(named(label)) || (after !== null && named(after) === named(before))
    return isSame ? [] : [field(label, before, after)]
  })
}
/** Words are compared by the Korean ones: requests of before there were English ones have no others. */
const named = (wording: Wording): string => wordingIn(wording, 'ko')

/** The same in one line. */
export const newerText = (fields: readonly ApprovalField[]): BothLanguages =>
  inEach((language) =>
    fields.map((one) => `${wordingIn(one.label, language)}: ${changeText(one, language)}`).join(' · '),
  )

const changeText = ({ before, after }: ApprovalField, language: Language): string =>
  `${wordingIn(before ?? none, language)} → ${wordingIn(after ?? none, language)}`
