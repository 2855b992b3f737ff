import './safe-html.css'
import { createElement, type ReactNode } from 'react'

/** Marks that only shape text. Whatever else is written shows the text inside it. */
const kept = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'hr'])
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'title', 'svg', 'math'])
const blocks = new Set(['div', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr'])

/** HTML that others wrote, built anew from a list of harmless elements without any attribute but a link's web address and what a picture of the house needs. */
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
  if (name === 'img') return pictureOf(node, key)
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  const children = childrenOf(node)
  if (kept.has(name)) return createElement(name, { key }, ...children)
  if (blocks.has(name))
    return createElement('p', { key, className: /^h\d$/.test(name) ? 'rich-h' : undefined }, ...children)
  const href = name === 'a' ? webAddress(node.getAttribute('href')) : null
  if (href === null) return createElement('span', { key }, ...children)
  return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

const ownPicture = /^\/api\/content\/image\/\d{1,15}\/[\da-f-]{36}\.(?:png|jpeg|webp)$/

/** A picture of the house; any other one would tell its host who reads. */
function pictureOf(image: Element, key: number): ReactNode {
  const src = image.getAttribute('src') ?? ''
  if (!ownPicture.test(src)) return null
  const side = (name: 'width' | 'height') => Number(image.getAttribute(name)) || undefined
  const alt = image.getAttribute('alt') ?? ''
  return createElement('img', { key, src, alt, width: side('width'), height: side('height'), loading: 'lazy' })
}

/** An absolute http(s) address; anything else (javascript:, data:) is no link. */
function webAddress(href: string | null): string | null {
  return href !== null && /^https?:\/\//i.test(href.trim()) && URL.canParse(href) ? href : null
}
