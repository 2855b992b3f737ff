import type { PartnerRow } from '@maru/contract'

/** A partner below the reader, with all members of his branch. */
export interface TreeRow {
  readonly partner: PartnerRow
  /** How far below the reader, from 1 on. */
  readonly depth: number
  readonly members: number
}

/** The tree below a partner, each one right after the one above him. */
export function treeRows(rootId: number, rows: readonly PartnerRow[]): TreeRow[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const of = (id: number, depth: number): TreeRow[] =>
    (below.get(id) ?? []).flatMap((partner) => {
      const branch = of(partner.id, depth + 1)
      const right = branch.filter((row) => row.depth === depth + 1)
      const members = right.reduce((sum, row) => sum + row.members, partner.memberCount)
      return [{ partner, depth, members }, ...branch]
    })
  return of(rootId, 1)
}
