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

/**
 * A feature's texts. `{name}` in a text is a parameter; `{count:request|requests}` is the word that goes with the number of one in
 * English: `{count} {count:request|requests}`.
 */
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
  if (next === language) return
  language = next
  document.documentElement.lang = next
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

const plurals = new Intl.PluralRules('en')
/** The number of a parameter, which may be written with separators. */
const numberOf = (value: string | number): number => Number(String(value).replaceAll(',', ''))

/** Fills parameters in; one that is not given stays as it is written. */
const fill = (text: string, params?: Params): string =>
  params
    ? text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
        const value = params[name]
        if (value === undefined) return whole
        if (one === undefined || other === undefined) return String(value)
        return plurals.select(numberOf(value)) === 'one' ? one : other
      })
    : text
