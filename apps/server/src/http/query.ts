import { parse } from 'node:querystring'

/**
 * Reads a query string as clients write them: an empty value is one that was not sent, `name[]` and `name[0]` are name, and a
 * name that comes again makes a comma list.
 */
export function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [written, given] of Object.entries(parse(text))) {
    const name = written.replace(/\[\d*\]$/, '')
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value === undefined || value === '') continue
      const before = query[name]
      query[name] = before === undefined ? value : `${before},${value}`
    }
  }
  return query
}

/** A body as clients write it: none is an empty object, and a member that is empty or null is one that was not sent. */
export function withoutEmpty(body: unknown): unknown {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const entries = Object.entries(body)
  const kept = entries.filter(([, value]) => value !== null && value !== '')
  return kept.length === entries.length ? body : Object.fromEntries(kept)
}
