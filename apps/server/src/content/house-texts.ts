import type { ContentId, StaticPage } from '@maru/contract'
import type { Site } from '../sites/index.ts'
import { privacy } from './house-privacy.ts'
import { terms } from './house-terms.ts'

/** Terms or a privacy policy; `{site}` is the site's name. A list of paragraphs is numbered. */
export interface HouseText {
  readonly title: string
  readonly sections: readonly { readonly title: string; readonly body: readonly (string | readonly string[])[] }[]
}

const texts: Readonly<Record<ContentId, typeof terms>> = { terms, privacy }
const startAt = Date.parse('2026-11-01T00:00:00+09:00')

/** The text of the house, as version 0: it is in force where a site has published none of its own. */
export function houseText(contentId: ContentId, { name }: Site, language: 'ko' | 'en'): Omit<StaticPage, 'agreedAt'> {
  const { title, sections } = texts[contentId][language]
  const content = sections.map((section) => `<h2>${section.title}</h2>${section.body.map(partOf).join('')}`).join('')
  return { contentId, version: 0, title, content: content.replaceAll('{site}', escaped(name)), startAt, versions: [] }
}

const partOf = (part: string | readonly string[]): string =>
  typeof part === 'string' ? `<p>${part}</p>` : `<ol>${part.map((item) => `<li>${item}</li>`).join('')}</ol>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
