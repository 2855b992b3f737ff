import { currentLanguage, setLanguage, type Texts, textOf } from '@maru/client/i18n/texts'
import type { Language } from '@maru/contract/language'

const key = 'maru:console:language'

// Before any text is read. Out of a browser (unit tests) the console speaks Korean.
if (typeof document !== 'undefined' && localStorage.getItem(key) === 'en') setLanguage('en')

/**
 * The reader of a feature's texts. The language of a page never changes while it stands, so tables of words may be
 * filled as their module loads.
 */
export const readerOf =
  <K extends string>(texts: Texts<K>) =>
  (name: K, params?: Readonly<Record<string, string | number>>): string =>
    textOf(texts, name, params)

export const consoleLanguage: () => Language = currentLanguage

/** Keeps the language for this browser and opens the page anew in it. */
export function chooseLanguage(next: Language) {
  localStorage.setItem(key, next)
  location.reload()
}
