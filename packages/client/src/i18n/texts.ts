import { fillText } from '@maru/contract/fill'
import type { Language } from '@maru/contract/language'
import { setFormatLanguage } from '@maru/ui'
import { useSyncExternalStore } from 'react'

// Lookup and parameters are all that the interface needs of a translation library, whose code would take a seventh of what
// the sign-in page may load.

type Params = Readonly<Record<string, string | number>>

/** The texts of one feature in both languages. The type asks for each text in both. */
export interface Texts<K extends string> {
  readonly name: string
  readonly ko: Readonly<Record<K, string>>
  readonly en: Readonly<Record<K, string>>
}

/** A feature's texts; `{name}` in a text is a parameter, `{count:day|days}` the word that goes with one in English. */
export const defineTexts = <const K extends string>(
  name: string,
  ko: Readonly<Record<K, string>>,
  en: Readonly<Record<NoInfer<K>, string>>,
): Texts<K> => ({ name, ko, en })

let language: Language = 'ko'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentLanguage = (): Language => language

/** Changes the language of every text on the page, of its figures and of its document. */
export function setLanguage(next: Language) {
  // The page came in the language of the site's guests.
  document.documentElement.lang = next
  if (next === language) return
  language = next
  setFormatLanguage(next)
  for (const listener of listeners) listener()
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** The reader of a feature's texts; re-renders when the language changes. */
export function useTexts<K extends string>(texts: Texts<K>): (key: K, params?: Params) => string {
  const now = useLanguage()
  return (key, params) => fill(texts[now][key], params)
}

/** A text outside of React. */
export const textOf = <K extends string>(texts: Texts<K>, key: K, params?: Params): string =>
  fill(texts[language][key], params)

const fill = (text: string, params?: Params): string => (params ? fillText(text, (name) => params[name]) : text)
