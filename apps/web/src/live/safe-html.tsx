import { createElement, type ReactNode } from 'react'

/** Marks that only shape text. Whatever else is written shows the text inside it. */
const kept = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'])
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'title', 'svg', 'math'])
const blocks = new Set(['div', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr'])

/** HTML that others wrote, built anew from a list of harmless elements without any attribute but a link's web address. */
export function SafeHtml({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className="body rich">{childrenOf(body)}</div>
}

const childrenOf = (parent: Node): ReactNode[] => [...parent.childNodes].map(nodeOf)

function nodeOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (dropped.has(name)) return null
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  const children = childrenOf(node)
  if (kept.has(name)) return createElement(name, { key }, ...children)
  if (blocks.has(name))
    return createElement('p', { key, className: /^h\d$/.test(name) ? 'rich-h' : undefined }, ...children)
  const href = name === 'a' ? webAddress(node.getAttribute('href')) : null
  if (href === null) return createElement('span', { key }, ...children)
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** An absolute http(s) address; anything else (javascript:, data:) is no link. */
function webAddress(href: string | null): string | null {
  return href !== null && /^https?:\/\//i.test(href.trim()) && URL.canParse(href) ? href : null
}
