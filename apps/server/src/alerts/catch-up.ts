import type { DnwRow } from '@maru/contract'
import type { Deps } from '../deps.ts'
import { readSiteGroup } from '../journal/index.ts'
import { ofRequest, type Told } from './subjects.ts'

/** What was committed shortly before the last note may not have been told when the process ended. */
const overlapMs = 30_000
/** Keys are kept longer than any start looks back. */
const keptMs = 7 * 86_400_000
const mostMissed = 5_000

type CatchUpDeps = Pick<Deps, 'db' | 'clocks' | 'config'>

interface Row {
  readonly site_id: string
  readonly member_id: string
  readonly id: string
  readonly type: DnwRow['type']
  readonly status: DnwRow['status']
}

/**
 * What happened to the money of members of a group since it was last noted that all is told: events that a crash came between are told
 * now, and what was told already is known by its key. The first start of all tells nothing of before.
 */
export async function catchUp({
  db,
  clocks,
  config,
}: CatchUpDeps): Promise<(Told & { readonly siteId: number; readonly memberId: number })[]> {
  const now = clocks.wall()
  const rows = await db.system(async (tx) => {
    const group = await readSiteGroup(tx, config.siteGroup)
    const [cursor] = await tx.query<{ at: string }>('select at from alert_cursor where site_group = $1', [
      config.siteGroup,
    ])
    const since = cursor === undefined ? now : Math.max(Number(cursor.at) - overlapMs, now - keptMs)
    return tx.query<Row>(
      `select site_id, member_id, id, type, status from dnw
        where processed_at >= $1 and ${group.condition('site_id', 2)} order by processed_at limit ${mostMissed}`,
      [since, group.sites],
    )
  }, 'long')
  return rows.flatMap(({ site_id, member_id, id, type, status }) => {
    const told = ofRequest({ id: Number(id), type, status })
    return told === null ? [] : [{ siteId: Number(site_id), memberId: Number(member_id), ...told }]
  })
}

/** All that happened before `at` is told; keys that no start asks for any more are forgotten. */
export const noteSeen = ({ db, config }: CatchUpDeps, at: number): Promise<void> =>
  db.system(async (tx) => {
    await tx.query(
      `insert into alert_cursor (site_group, at) values ($1, $2) on conflict (site_group) do update set at = excluded.at`,
      [config.siteGroup, at],
    )
    await tx.query(
      `delete from alert_told where (site_id, member_id, key) in (
         select site_id, member_id, key from alert_told where at < $1 limit 1000)`,
      [at - keptMs],
    )
  })
