import type { Effects, Rows } from '../src/index.ts'

/** Changes each row of a table before anyone sees it. */
export const change =
  <K extends keyof Rows>(table: K, edit: (row: Rows[K][number], rows: Rows) => Rows[K][number]) =>
  (effects: Effects): Effects => ({
    ...effects,
    rows: {
      ...effects.rows,
      [table]: (effects.rows[table] as Rows[K][number][]).map((row) => edit(row, effects.rows)),
    },
  })

/** Takes everything away that a call changed, where it changed what the test looks for. */
export const drop =
  (isConcerned: (rows: Rows) => boolean) =>
  (effects: Effects): Effects => {
    if (!isConcerned(effects.rows)) return effects
    const rows = Object.fromEntries(Object.keys(effects.rows).map((table) => [table, []])) as unknown as Rows
    return { ...effects, rows: { ...rows, replies: effects.rows.replies } }
  }
