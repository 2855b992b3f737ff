import { parseMinor } from '@maru/core'
import { partPattern } from '../http/filters.ts'

/** What a text of a search may be: a part of words, the whole name of something, a number, an amount of each currency. */
export const soughtOf = (q: string) => [partPattern(q), q, numberOf(q), amountsOf(q)] as const

/** How a network may write the name of a transaction. */
export const txidsOf = (q: string): readonly string[] => [q, q.toLowerCase(), q.replace(/^0x/i, '').toLowerCase()]

/** The number that a text is, also as the memo of a transfer names it (D123); null: none that a row could have. */
function numberOf(text: string): number | null {
  const digits = /^[dw]?(\d{1,15})$/i.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** What a bigint of PostgreSQL holds. */
const mostMinor = 2n ** 63n - 1n

/** An amount as each currency keeps it; thousands may be parted by commas. */
function amountsOf(text: string): Readonly<Record<string, string>> {
  const plain = text.replaceAll(',', '')
  if (!/^\d{1,15}(\.\d{1,8})?$/.test(plain)) return {}
  return Object.fromEntries(
    ['KRW', 'USDT', 'BTC', 'ETH', 'XRP'].flatMap((currency) => {
      const amount = parseMinor(plain, currency)
      return amount === null || amount > mostMinor ? [] : [[currency, String(amount)]]
    }),
  )
}
