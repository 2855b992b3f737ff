import { Button } from '@maru/ui'
import { chooseLanguage, consoleLanguage } from '../session/language.ts'

/** Switches between Korean and English; it is named in the language that it switches to. */
export function LanguageButton() {
  const next = consoleLanguage() === 'ko' ? 'en' : 'ko'
  return (
    <Button size={36} lang={next} onClick={() => chooseLanguage(next)}>
      {nameOf[next]}
    </Button>
  )
}

const nameOf = { ko: '한국어', en: 'English' } as const
