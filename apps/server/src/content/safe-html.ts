import sanitize from 'sanitize-html'
import { Refused } from '../http/index.ts'

/** Elements that can run code or load it: whoever writes one means something else than text. */
const unsafeElements = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'form',
  'base',
  'meta',
  'link',
])
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave these out of an address before they read it.
const ignoredInAddress = /[\u0000-\u0020\u007f-\u00a0]+/g
const unsafeAddress = /^(?:javascript|vbscript|data):/i

const imagePath = '/api/content/image'
/** Where a picture of a text is served. */
export const imageAddress = (siteId: number, name: string): string => `${imagePath}/${siteId}/${name}`
/** The names of stored pictures. */
export const imageName = /^[\da-f-]{36}\.(?:png|jpeg|webp)$/
const ownImage = new RegExp(`^${imagePath}/\\d{1,15}/${imageName.source.slice(1)}`)

/** HTML as it is kept and shown: a short list of marks and links to the web. Refuses what could run code, and what has no text. */
export function safeHtml(html: string): string {
  const clean = sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'ul',
      'ol',
      'li',
      'blockquote',
      'hr',
      'h2',
      'h3',
      'a',
      'img',
    ],
    allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
    // Pictures of the house alone: others would tell their hosts who reads.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownImage.test(attribs['src'] ?? ''),
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    onOpenTag: refuseUnsafe,
  }).trim()
  if (
    !clean.includes('<img ') &&
    sanitize(clean, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\s/g, '') === ''
  )
    throw new Refused('CONTENT_EMPTY')
  return clean
}

function refuseUnsafe(name: string, attributes: Readonly<Record<string, string>>): void {
  if (unsafeElements.has(name)) throw new Refused('CONTENT_UNSAFE', { found: name })
  for (const [attribute, value] of Object.entries(attributes)) {
    const isHandler = /^on/i.test(attribute)
    if (isHandler || unsafeAddress.test(value.replace(ignoredInAddress, '')))
      throw new Refused('CONTENT_UNSAFE', { found: attribute.slice(0, 20) })
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
/** The words of HTML that is safe already. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
