/** A number, an amount with its commas and 원, or the memo of a transfer (D123). */
const numbered = /^([dw]?\d{1,15}|\d[\d,]{0,19}(\.\d{1,8})?)\s*원?$/i
/** A transaction of a network, or what a provider calls a payout. */
const reference = /^(?=.*\d)[\w-]{10,80}$/

/** What a text of the palette asks the requests for; null: it names none. Parts of names are what their own page searches. */
export function requestText(text: string): string | null {
  const bare = text.trim()
  if (numbered.test(bare)) return bare.replace(/\s*원$/, '')
  return reference.test(bare) ? bare : null
}
