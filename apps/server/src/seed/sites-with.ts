import type { Tx } from '../ports.ts'

/** The sites that have a line of trading: a '1' at a place (from 0) of their flags. */
export async function sitesWith(tx: Tx, flag: number): Promise<number[]> {
  const rows = await tx.query<{ id: string }>(
    `select s.id from site s join site_config c on c.site_id = s.id where substr(s.flags, $1, 1) = '1' order by s.id`,
    [flag + 1],
  )
  return rows.map(({ id }) => Number(id))
}
