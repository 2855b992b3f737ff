import type { Entry } from './entry.ts'

/** The entries of a JSON list; null where the text is none. Names of fields are ours or those of weekly calendars (title, date, impact). */
export function fromJson(text: string): Entry[] | null {
  let items: unknown
  try {
    items = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(items)) return null
  const lines = linesOfItems(text)
  return items.map((item: unknown, nth) => {
    const one = (typeof item === 'object' && item !== null ? item : {}) as Readonly<Record<string, unknown>>
    return {
      line: lines[nth] ?? 1,
      name: one['name'] ?? one['title'],
      at: one['at'] ?? one['date'],
      country: one['country'],
      importance: one['importance'] ?? one['impact'],
      previous: one['previous'],
      forecast: one['forecast'],
      actual: one['actual'],
    }
  })
}

/** On which line each item of a JSON list begins. */
function linesOfItems(text: string): number[] {
  const lines: number[] = []
  let [depth, line, isString, isWaiting] = [0, 1, false, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\n') line++
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
      continue
    }
    if (isWaiting && depth === 1 && !/[\s,\]]/.test(sign)) {
      lines.push(line)
      isWaiting = false
    }
    if (sign === '"') isString = true
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth === 1 && (sign === ',' || (sign === '[' && lines.length === 0))) isWaiting = true
  }
  return lines
}
