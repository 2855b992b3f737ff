import type { DnwRow } from '@maru/contract'

/** What a row can be found by: its amount without separators, its number, account, and the words of its type and wallet. */
export function isFound(row: DnwRow, words: readonly string[], query: string): boolean {
  const asked = query.trim().toLowerCase()
  if (asked === '') return true
  const digits = asked.replaceAll(',', '').replace(/원$/, '')
  if (/^\d+(\.\d+)?$/.test(digits)) {
    const inAccount = row.account?.replaceAll(/\D/g, '').includes(digits) ?? false
    return row.point.startsWith(digits) || String(row.id).startsWith(digits) || inAccount
  }
  return [...words, row.account ?? '', row.counterparty ?? ''].some((word) => word.toLowerCase().includes(asked))
}
