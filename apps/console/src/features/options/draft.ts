import type { ConfigScope } from '@maru/contract'
import { groupedFigure, shownFigure } from '@maru/contract/setting-text'
import { create } from 'zustand'
import { readFigure } from './figures.ts'
import type { Keys, NamedKey, NamedRow } from './named.ts'
import { isTable, type Line, tableForms } from './tables.ts'

/** A value as it is edited: a switch, what was typed, or the lines of a table. */
export type Edited = boolean | string | readonly Line[]
/** What was edited, by the name of its row and the key. */
export type Draft = Readonly<Record<string, Readonly<Record<string, Edited>>>>

const drafts = create<{ readonly siteId: number | null; readonly draft: Draft }>(() => ({ siteId: null, draft: {} }))
const nothing: Draft = {}

/** What this operator has changed of a site and not sent yet; it stays while he looks at other parts. */
export const useDraft = (siteId: number): Draft => drafts(() => draftOf(siteId))

/** The same at one moment. */
export function draftOf(siteId: number): Draft {
  const now = drafts.getState()
  return now.siteId === siteId ? now.draft : nothing
}

/** Edits one value; undefined takes the edit back. */
export function edit(siteId: number, row: string, key: string, value: Edited | undefined): void {
  drafts.setState((now) => {
    const { [row]: own = {}, ...rest } = now.siteId === siteId ? now.draft : nothing
    const { [key]: _, ...others } = own
    const next = value === undefined ? others : { ...others, [key]: value }
    return { siteId, draft: Object.keys(next).length === 0 ? rest : { ...rest, [row]: next } }
  })
}

export const dropDraft = (): void => drafts.setState({ draft: nothing })

export const nameOfRow = ({ scope, optionId }: Pick<NamedRow, 'scope' | 'optionId'>): string =>
  `${scope}:${optionId ?? ''}`

/** A value of the wire as it is edited. */
export function editedOf(value: unknown, { type, unit }: NamedKey): Edited {
  if (type === 'flag') return value === true
  if (isTable(type)) return tableForms[type].linesOf(value)
  return groupedFigure(shownFigure(value, unit))
}

/** What was edited as the wire takes it; undefined: it is none that the key allows. */
export function readEdited(edited: Edited, key: NamedKey): unknown {
  if (typeof edited === 'boolean') return edited
  if (typeof edited === 'string') return readFigure(edited, key) ?? undefined
  return isTable(key.type) ? (tableForms[key.type].read(edited) ?? undefined) : undefined
}

/** One edited value that differs from what holds; `value` undefined: it cannot be sent. */
export interface Pending {
  readonly row: NamedRow
  readonly key: NamedKey
  readonly before: unknown
  readonly value: unknown
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What was edited and differs from what holds, in the order of the rows. */
export const pendingOf = (rows: readonly NamedRow[], keys: Keys, draft: Draft): Pending[] =>
  rows.flatMap((row) =>
    Object.entries(draft[nameOfRow(row)] ?? {}).flatMap(([name, edited]) => {
      const key = keys[row.scope].find((one) => one.key === name)
      if (!key) return []
      const [before, value] = [row.values[name], readEdited(edited, key)]
      return isSame(edited, editedOf(before, key)) || isSame(value, before) ? [] : [{ row, key, before, value }]
    }),
  )

/** The set as the calls take it: one item for each row, with the version that was looked at. */
export function itemsOf(pending: readonly Pending[]) {
  const items = new Map<
    string,
    { scope: ConfigScope; optionId: number | null; version: number; changes: Record<string, unknown> }
  >()
  for (const { row, key, value } of pending) {
    const { scope, optionId, version } = row
    const item = items.get(nameOfRow(row)) ?? { scope, optionId, version, changes: {} }
    item.changes[key.key] = value
    items.set(nameOfRow(row), item)
  }
  return [...items.values()]
}
