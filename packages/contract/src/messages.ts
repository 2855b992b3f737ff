import { type ErrorCode, type ErrorEntry, errors } from './errors.ts'
import { fillText } from './fill.ts'
import type { Language } from './language.ts'

export type MessageParams = Readonly<Record<string, string | number>>

/** Is this one of the catalogue's codes? */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/**
 * The catalogue's text of a code with its `{name}` parameters filled in: amounts with thousands separators, `until` (epoch
 * ms) as a time in Korea, 원 as KRW in English, where `nameEn` stands before `name`. A parameter that is missing stays as it is; the
 * detail of an entry follows where there are parameters.
 */
export function messageOf(code: ErrorCode, params: MessageParams, language: Language): string {
  const entry: ErrorEntry = errors[code]
  const isDetailed = entry.detail !== undefined && Object.keys(params).length > 0
  return fillText(
    isDetailed ? `${entry[language]} ${entry.detail[language]}` : entry[language],
    (name) => (language === 'en' ? params[`${name}En`] : undefined) ?? params[name],
    (value, name) => {
      if (name === 'until' && typeof value === 'number') return kstTime(value)
      return language === 'en' && value === '원' ? ' KRW' : grouped(String(value))
    },
  )
}

const grouped = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text) ? text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : text

/** 2026-11-22 09:00, Korea standard time (UTC+9, no daylight saving). */
const kstTime = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/**
 * What a member sees of a failure. The server speaks Korean; English sites translate by code, and a message without
 * a known code by its form: the amounts in it differ, so no table could hold it.
 */
export function translateMessage(
  failure: { readonly code?: string; readonly message: string; readonly params?: MessageParams },
  language: Language,
): string {
  if (language === 'ko') return failure.message
  if (failure.code !== undefined && isErrorCode(failure.code)) {
    return messageOf(failure.code, failure.params ?? {}, 'en')
  }
  const text = failure.message.trim().replace(/\.$/, '')
  return patterns.find(([form]) => form.test(text))?.[1] ?? failure.message
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/^투자\s?금액.*이상$/, 'The investment amount is too small.'],
  [
    /(단위로\s?(신청|입금|입력)해\s?주세요|최소\s?\S+\s?이상\s?(신청|입금)해\s?주세요)$/,
    'Please match the minimum unit of the amount.',
  ],
  [/잔액이?\s?부족.*팔로우.*없습니다$/, 'Unable to follow due to insufficient balance.'],
]

/** The language in which a site's visitor sees the server's messages. */
export function languageOf(
  site: { readonly language: Language; readonly guestLanguage: Language },
  signedIn: boolean,
): Language {
  return signedIn ? site.language : site.guestLanguage
}
