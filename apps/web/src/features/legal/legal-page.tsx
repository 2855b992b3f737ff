import './legal.css'
import { useLanguage } from '../../i18n/texts.ts'
import { useSite } from '../../site/store.ts'

interface LegalSection {
  title: string
  /** Paragraphs; a list is an array within. `{site}` is the site's name. */
  body: readonly (string | readonly string[])[]
}
export interface LegalText {
  since: string
  sections: readonly LegalSection[]
}

/** A legal text in the reader's language. */
export function LegalPage({ ko, en }: { ko: LegalText; en: LegalText }) {
  const language = useLanguage()
  const site = useSite(({ site }) => site?.name) ?? '마루'
  const { since, sections } = language === 'ko' ? ko : en
  const fill = (text: string) => text.replaceAll('{site}', site)
  return (
    <main id="main" className="law">
      <p className="law-d">{since}</p>
      {sections.map(({ title, body }) => (
        <section key={title}>
          <h2>{fill(title)}</h2>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{fill(part)}</p>
            ) : (
              <ol key={part[0]}>
                {part.map((item) => (
                  <li key={item}>{fill(item)}</li>
                ))}
              </ol>
            ),
          )}
        </section>
      ))}
    </main>
  )
}
