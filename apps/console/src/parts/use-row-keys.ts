import { useKeys } from './keys.ts'

interface Chosen<R> {
  readonly selected?: string | null
  readonly onSelect?: (row: R | null) => void
}

/** J, K, Enter and Escape in a table. */
export function useRowKeys<R>(
  rows: readonly R[] | undefined,
  idOf: (row: R) => string,
  { selected, onSelect }: Chosen<R>,
) {
  const go = (by: number) => {
    if (!rows || rows.length === 0) return
    const at = rows.findIndex((row) => idOf(row) === selected)
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next !== undefined) onSelect?.(next)
  }
  useKeys(
    [
      { key: 'j', label: '아래', run: () => go(1) },
      { key: 'k', label: '위', run: () => go(-1) },
      { key: 'Enter', run: () => selected == null && go(1) },
      { key: 'Escape', run: () => onSelect?.(null) },
    ],
    onSelect !== undefined,
  )
}
