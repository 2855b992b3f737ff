import { useState } from 'react'
import { useKeys } from './keys.ts'
import { t } from './texts.ts'

interface Chosen<R> {
  readonly selected?: string | null
  readonly onSelect?: (row: R | null) => void
  readonly onOpen?: (row: R) => void
}

/** The rows with one that is marked: whoever does not ask which leaves it to the table. */
export function useMarked<R, T extends Chosen<R>>(given: T, idOf: (row: R) => string): T {
  const [selected, setMarked] = useState<string | null>(null)
  return given.onSelect ? given : { ...given, selected, onSelect: (row: R | null) => setMarked(row && idOf(row)) }
}

/** J, K, Enter and Escape in a table. */
export function useRowKeys<R>(
  rows: readonly R[] | undefined,
  idOf: (row: R) => string,
  { selected, onSelect, onOpen }: Chosen<R>,
) {
  const go = (by: number) => {
    if (!rows || rows.length === 0) return
    const at = rows.findIndex((row) => idOf(row) === selected)
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next !== undefined) onSelect?.(next)
  }
  const open = () => {
    const row = rows?.find((one) => idOf(one) === selected)
    if (row === undefined) go(1)
    else onOpen?.(row)
  }
  useKeys(
    [
      { key: 'j', label: t('down'), run: () => go(1) },
      { key: 'k', label: t('up'), run: () => go(-1) },
      { key: 'Enter', label: t('open'), run: open },
      { key: 'Escape', run: () => onSelect?.(null) },
    ],
    onSelect !== undefined,
  )
}
