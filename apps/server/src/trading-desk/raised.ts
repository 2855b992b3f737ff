import type { ArgsOf } from '@maru/core'
import type { Database } from '../ports.ts'
import type { Change, Named } from './dry-run.ts'

type Raised = ArgsOf<'exposure.cut'>

/** What a set of changes makes of overseas margins and the loss cut, with the prices of the last hour; null: nothing. */
export async function raisedBy(db: Database, siteId: number, items: readonly Change[]): Promise<Raised | null> {
  const margins = items.flatMap(({ scope, optionId, changes: { margin } }) =>
    scope === 'oversea' && optionId !== null && margin !== undefined
      ? [{ optionId, margin: BigInt(String(margin)) }]
      : [],
  )
  const losscut = items.find(({ scope }) => scope === 'site')?.changes['overseaLosscutPpm']
  if (margins.length === 0 && losscut === undefined) return null
  const prices = await hourOf(db)
  return { siteId, margins, losscutPpm: losscut === undefined ? null : Number(losscut), prices }
}

/** The newest price of each overseas instrument, and how far its prices lay from one another in the last hour that it traded. */
const hourOf = (db: Database): Promise<Raised['prices']> =>
  db.system(async (tx) => {
    const rows = await tx.query<{ instrument: string; last: string; move: string }>(
      `select o.instrument, (array_agg(c.close order by c.open_time desc))[1] as last, max(c.high) - min(c.low) as move
         from (select distinct instrument from oversea_option) o,
              lateral (select * from candle where instrument = o.instrument and interval = '1m'
                        order by open_time desc limit 60) c
        group by o.instrument`,
      [],
    )
    return rows.map(({ instrument, last, move }) => ({ instrument, last: Number(last), move: Number(move) }))
  })

/** Members by name. */
export const namesOf = (db: Database, siteId: number, memberIds: readonly number[]): Promise<Named[]> =>
  db.system(async (tx) => {
    const rows = await tx.query<{ id: string; username: string }>(
      'select id, username from member where site_id = $1 and id = any($2) order by id',
      [siteId, memberIds],
    )
    return rows.map(({ id, username }) => ({ memberId: Number(id), username }))
  })
