import { type Extensions, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/** A picture of the house, as the server keeps it. */
const picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: {}, height: {} }),
  parseHTML: () => [{ tag: 'img[src^="/api/content/image/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** The marks that the server keeps, and no others: what is pasted loses the rest at once. */
export const marks: Extensions = [
  picture,
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: false,
      protocols: ['http', 'https'],
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

/** A web address as somebody types it, whole; null: it is none. */
export function webAddressOf(text: string): string | null {
  const given = text.trim()
  const address = /^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`
  if (!URL.canParse(address)) return null
  const { protocol, href, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : null
}
