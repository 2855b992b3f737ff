import type { Language } from '@maru/contract/language'

/** Korean short forms that the region names of the browser do not use. */
const short: Readonly<Record<string, string>> = { AU: '호주', ZA: '남아공', CN: '중국', HK: '홍콩' }
const worldwide: Record<Language, string> = { ko: '세계', en: 'World' }
const euro: Record<Language, string> = { ko: '유로존', en: 'Euro area' }

/** What members call the country of a release. */
export function countryName(code: string, language: Language): string {
  if (code === 'ZZ') return worldwide[language]
  if (code === 'EU') return euro[language]
  if (language === 'ko' && Object.hasOwn(short, code)) return short[code] ?? code
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
