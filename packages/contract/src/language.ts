/** The languages of pages, files, mails and pushes. */
export type Language = 'ko' | 'en'

/** The same words in both languages. */
export type BothLanguages = Readonly<Record<Language, string>>

/** Words in both languages, or what is the same in each: a name, a figure, what somebody wrote. */
export type Wording = string | BothLanguages

/** A wording as readers of a language read it. */
export const wordingIn = (wording: Wording, language: Language): string =>
  typeof wording === 'string' ? wording : wording[language]

/** Words that are put together, once in each language. */
export const inEach = (say: (language: Language) => string): BothLanguages => ({ ko: say('ko'), en: say('en') })
