import { consoleEconomicEndpoints, economicMostBytes } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { requestOf, type WritingCall } from '../content/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, economicColumns } from '../desk-lists/index.ts'
import { publicReach, type Reach, Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type ApiAct, addStaffAct } from '../staff-log/index.ts'
import { fetchText } from './fetch.ts'
import { answerOf, planOf, readImport } from './import.ts'
import { dropEvent, eventOf, lockedEvent, mergedWith, putEvents, type StoredEvent } from './store.ts'

/** Economic releases at the desk: imported, corrected and taken away, each step in the log. */
export function registerEconomicDesk(app: FastifyInstance, deps: Deps, reach: Reach = publicReach): void {
  const { db, ids, clocks } = deps

  deskList(app, deps, consoleEconomicEndpoints.economicDesk, economicColumns, ({ query, site }) => ({
    siteId: site.id,
    source: 'economic_event',
    where: 'site_id = $1 and at >= $2 and at < $3',
    order: 'at, importance desc, id',
    values: [site.id, query.from, query.to],
    shown: (rows: StoredEvent[]) => rows.map(eventOf),
  }))

  route(app, deps, consoleEconomicEndpoints.economicImport, async (call) => {
    const { site, body } = call
    const { releases, faults } = await readImport(await contentOf(body))
    const [first] = faults
    if (first !== undefined && body.isDry !== true) throw new Refused('IMPORT_INVALID', { line: first.line })
    return db.tenant(site.id, async (tx) => {
      const plan = planOf(await mergedWith(tx, site.id, releases), body.source, () => ids.next())
      const { added, changed } = plan
      if (body.isDry !== true && added.length + changed.length > 0) {
        await putEvents(tx, site.id, [...added, ...changed.map(({ after }) => after)])
        const changes = [
          ...changed.map(({ before, after }) => changeOf(site.id, after.id, before, after)),
          ...added.map((after) => changeOf(site.id, after.id, null, after)),
        ]
        await note(tx, call, null, { source: body.source, added: added.length, changed: changed.length }, changes)
      }
      return answerOf(plan, faults)
    })
  })

  route(app, deps, consoleEconomicEndpoints.economicChange, (call) => {
    const { site, params, body } = call
    return db.tenant(site.id, async (tx) => {
      const before = await lockedEvent(tx, site.id, params.id)
      if (before === null) throw new Refused('HISTORY_NOT_FOUND')
      const { previous = null, forecast = null, actual = null } = body
      const after = { ...before, previous, forecast, actual }
      await putEvents(tx, site.id, [after])
      await note(tx, call, params.id, {}, [changeOf(site.id, params.id, before, after)])
      return after
    })
  })

  route(app, deps, consoleEconomicEndpoints.economicDelete, (call) => {
    const { site, params } = call
    return db.tenant(site.id, async (tx) => {
      const before = await lockedEvent(tx, site.id, params.id)
      if (before === null) throw new Refused('HISTORY_NOT_FOUND')
      await dropEvent(tx, site.id, params.id)
      await note(tx, call, params.id, {}, [changeOf(site.id, params.id, before, { isDeleted: true })])
      return { id: params.id }
    })
  })

  /** The file, or what stands at its address: one of them. */
  async function contentOf(body: { readonly content?: string | undefined; readonly url?: string | undefined }) {
    if ((body.content === undefined) === (body.url === undefined))
      throw new Refused('INVALID_REQUEST', { field: 'body/content' })
    return body.content ?? fetchText(body.url ?? '', reach, economicMostBytes)
  }

  const note = (
    tx: Tx,
    call: Pick<WritingCall, 'site' | 'member' | 'idempotency' | 'body'>,
    subjectId: number | null,
    said: ApiAct['said'],
    changes: NonNullable<ApiAct['changes']>,
  ) =>
    addStaffAct(tx, {
      siteId: call.site.id,
      id: ids.next(),
      staffId: call.member.memberId,
      action: call.idempotency.route,
      subjectId,
      reason: call.body.reason,
      said,
      changes,
      request: requestOf(call),
      at: clocks.wall(),
    })
}

const changeOf = (siteId: number, id: number, before: object | null, after: object) => ({
  table: 'economic_event',
  row: `${siteId}:${id}`,
  before: before && { ...before },
  after: { ...after },
})
