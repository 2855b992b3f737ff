import { consoleFilterEndpoints, mostSavedFilters, type SavedFilter } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'

/** What a member of staff cuts lists to again and again: his own, on whichever machine he signs in. */
export function registerSavedFilters(app: FastifyInstance, { db, ids, clocks, ...rest }: Deps): void {
  const deps = { db, ids, clocks, ...rest }

  route(app, deps, consoleFilterEndpoints.filterList, async ({ site, member }) => {
    const rows = await db.tenant(site.id, (tx) =>
      tx.query<Raw>('select * from saved_filter where site_id = $1 and staff_id = $2 order by name, id', [
        site.id,
        member.memberId,
      ]),
    )
    return { content: rows.map(filterOf) }
  })

  route(app, deps, consoleFilterEndpoints.filterSave, ({ site, member, body }) =>
    db.tenant(site.id, async (tx) => {
      const { list, name, filter } = body
      const [row] = await tx.query<Raw>(
        `insert into saved_filter (site_id, id, staff_id, list, name, filter, created_at) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (site_id, staff_id, list, name) do update set filter = excluded.filter returning *`,
        [site.id, ids.next(), member.memberId, list, name, JSON.stringify(filter), clocks.wall()],
      )
      const [count] = await tx.query<{ count: string }>(
        'select count(*) as count from saved_filter where site_id = $1 and staff_id = $2',
        [site.id, member.memberId],
      )
      if (Number(count?.count) > mostSavedFilters) throw new Refused('SAVED_FILTERS_FULL', { max: mostSavedFilters })
      if (row === undefined) throw new Error('a filter was not saved')
      return filterOf(row)
    }),
  )

  route(app, deps, consoleFilterEndpoints.filterDelete, ({ site, member, params }) =>
    db.tenant(site.id, async (tx) => {
      const gone = await tx.query(
        'delete from saved_filter where site_id = $1 and staff_id = $2 and id = $3 returning 1',
        [site.id, member.memberId, params.id],
      )
      if (gone.length === 0) throw new Refused('HISTORY_NOT_FOUND')
      return { ok: true as const }
    }),
  )
}

interface Raw {
  readonly id: string
  readonly list: string
  readonly name: string
  readonly filter: Record<string, string>
}

const filterOf = ({ id, list, name, filter }: Raw): SavedFilter => ({ id: Number(id), list, name, filter })
