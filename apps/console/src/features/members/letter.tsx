import { t } from './texts.ts'

export interface Letter {
  readonly title: string
  readonly content: string
}

/** What a letter lacks before it can be sent, or null. */
export const missingIn = ({ title, content }: Letter): string | null =>
  title.trim() === '' ? t('needTitle') : content.trim() === '' ? t('needContent') : null

/** As it is sent. */
export const trimmed = ({ title, content }: Letter): Letter => ({ title: title.trim(), content: content.trim() })

/** Title and content of a message to members. */
export function LetterFields({ letter, onChange }: { letter: Letter; onChange: (letter: Letter) => void }) {
  return (
    <>
      <label className="why">
        <span className="lb">{t('title')}</span>
        <input
          value={letter.title}
          maxLength={100}
          onChange={(event) => onChange({ ...letter, title: event.currentTarget.value })}
        />
      </label>
      <label className="why">
        <span className="lb">{t('content')}</span>
        <textarea
          value={letter.content}
          maxLength={2000}
          onChange={(event) => onChange({ ...letter, content: event.currentTarget.value })}
        />
      </label>
    </>
  )
}
