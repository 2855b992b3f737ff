import { type CannedAnswer, consoleContactEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { cannedColumns, deskList } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { logAct } from './desk-log.ts'
import { requestOf } from './store.ts'

interface StoredCanned {
  readonly id: string
  readonly title: string
  readonly text: string
}
const cannedOf = ({ id, title, text }: StoredCanned): CannedAnswer => ({ id: Number(id), title, text })

/** Answers that staff give often: whoever may answer writes and deletes them. */
export function registerCannedAnswers(app: FastifyInstance, deps: Deps): void {
  const { db, ids, clocks } = deps

  deskList(app, deps, consoleContactEndpoints.cannedList, cannedColumns, ({ site }) => ({
    siteId: site.id,
    source: 'canned_answer',
    where: 'site_id = $1',
    order: 'title, id',
    values: [site.id],
    shown: (rows: StoredCanned[]) => rows.map(cannedOf),
  }))

  route(app, deps, consoleContactEndpoints.cannedCreate, (call) => {
    const { site, member, body } = call
    return db.tenant(site.id, async (tx) => {
      const id = ids.next()
      const rows = await tx.query<StoredCanned>(
        `insert into canned_answer (site_id, id, title, text, created_by, created_at, request)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (site_id, request) do nothing returning *`,
        [site.id, id, body.title, body.text, member.memberId, clocks.wall(), requestOf(member, call.idempotency)],
      )
      const [made] = rows
      if (made !== undefined) {
        const after = { title: body.title, text: body.text }
        const change = { table: 'canned_answer', row: `${site.id}:${id}`, before: null, after }
        await logAct(deps, tx, call, id, {}, [change])
        return cannedOf(made)
      }
      const [known] = await tx.query<StoredCanned>('select * from canned_answer where site_id = $1 and request = $2', [
        site.id,
        requestOf(member, call.idempotency),
      ])
      if (known === undefined || known.title !== body.title || known.text !== body.text)
        throw new Refused('IDEMPOTENCY_KEY_REUSED')
      return cannedOf(known)
    })
  })

  route(app, deps, consoleContactEndpoints.cannedDelete, (call) =>
    db.tenant(call.site.id, async (tx) => {
      const [gone] = await tx.query<StoredCanned>(
        'delete from canned_answer where site_id = $1 and id = $2 returning *',
        [call.site.id, call.params.id],
      )
      if (gone === undefined) throw new Refused('HISTORY_NOT_FOUND')
      const before = { title: gone.title, text: gone.text }
      const change = { table: 'canned_answer', row: `${call.site.id}:${gone.id}`, before, after: { isDeleted: true } }
      await logAct(deps, tx, call, call.params.id, {}, [change])
      return { id: call.params.id }
    }),
  )
}
