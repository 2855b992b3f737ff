import type { PartnerRow } from '@maru/contract'

/** A partner in the order of the tree, so many steps below its top. */
export interface Branch {
  readonly row: PartnerRow
  readonly depth: number
}

/** All below one partner, each behind the one that he stands below. A row is shown once. */
export function belowOf(own: PartnerRow, rows: readonly PartnerRow[]) {
  const seen = new Set([own.id])
  const branches: Branch[] = []
  const walk = (parentId: number, depth: number) => {
    for (const row of rows) {
      if (row.parentId !== parentId || seen.has(row.id)) continue
      seen.add(row.id)
      branches.push({ row, depth })
      walk(row.id, depth + 1)
    }
  }
  walk(own.id, 1)
  return { rows: branches, active: branches.filter(({ row }) => row.status === 'ACTIVE').length }
}
