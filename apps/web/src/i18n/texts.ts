import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

export type Language = 'ko' | 'en'
type Params = Record<string, string | number>

/** The texts of one feature in every language. The type asks for each text in both. */
export interface Texts<K extends string> {
  readonly name: string
  readonly ko: Readonly<Record<K, string>>
}

void i18next.use(initReactI18next).init({
  lng: 'ko',
  fallbackLng: 'ko',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  // React escapes; texts hold no markup.
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  initAsync: false,
})

/** Registers a feature's texts: `{name}` in a text is a parameter. */
export function defineTexts<const K extends string>(
  name: string,
  ko: Readonly<Record<K, string>>,
  en: Readonly<Record<NoInfer<K>, string>>,
): Texts<K> {
  i18next.addResourceBundle('ko', name, ko)
  i18next.addResourceBundle('en', name, en)
  return { name, ko }
}

/** The reader of a feature's texts; re-renders when the language changes. */
export function useTexts<K extends string>(texts: Texts<K>): (key: K, params?: Params) => string {
  const { t } = useTranslation(texts.name)
  return (key, params) => t(key, { ...params })
}

/** A text outside of React. */
export const textOf = <K extends string>(texts: Texts<K>, key: K, params?: Params): string =>
  i18next.t(key, { ns: texts.name, ...params })

export const currentLanguage = (): Language => (i18next.language === 'en' ? 'en' : 'ko')

export function setLanguage(language: Language) {
  if (i18next.language === language) return
  document.documentElement.lang = language
  void i18next.changeLanguage(language)
}
