/** Fields that say who somebody is or where his money lies, by how their names end. */
const personal = /(?:name|holder|payer|payee|depositor|account|number|address|phone|birth|memo)$/i
const longest = 4_000

/** What a provider sent, as JSON for people: names and accounts keep their first letter, or their last four. */
export function maskedBody(body: unknown): string {
  return JSON.stringify(body, (key, value) => (personal.test(key) ? masked(value) : value), 2).slice(0, longest)
}

function masked(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  return /\d/.test(value) ? `****${value.slice(-4)}` : `${[...value][0]}**`
}
