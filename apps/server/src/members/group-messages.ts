import { consoleMessageEndpoints, groupMostMembers, type MemberStatus } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type ListCut, within } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import { writeMessages } from '../messages/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import { requestName } from './desk-acts.ts'
import { memberFilter } from './desk-search.ts'
import type { Seal } from './seal.ts'

interface Group extends ListCut {
  readonly status?: MemberStatus | undefined
}

/** One message to all members whom a filter of their list names: the number that was confirmed, once, and in the log. */
export function registerGroupMessages(app: FastifyInstance, deps: Deps, seal: Seal): void {
  const { db, ids, clocks } = deps

  route(app, deps, consoleMessageEndpoints.messageReach, async ({ site, query }) => ({
    members: (await db.tenant(site.id, (tx) => receivers(tx, seal, site.id, query))).length,
  }))

  route(app, deps, consoleMessageEndpoints.messageSendGroup, async (call) => {
    const { site, member, body, idempotency } = call
    const { group, members, title, content, reason } = body
    const [request, now, id] = [requestName(member, idempotency.key), clocks.wall(), ids.next()]
    return db.tenant(site.id, async (tx) => {
      const isNew = await begin(tx, { siteId: site.id, id, request, bodyHash: idempotency.bodyHash, members, now })
      if (!isNew) return { members }
      const to = await receivers(tx, seal, site.id, group)
      if (to.length === 0 || to.length > groupMostMembers)
        throw new Refused('MESSAGE_GROUP_SIZE', { max: groupMostMembers })
      if (to.length !== members) throw new Refused('MESSAGE_GROUP_CHANGED', { members: to.length })
      const of = { siteId: site.id, kind: 'HOUSE', title, content, link: null, createdBy: member.memberId } as const
      await writeMessages(
        tx,
        to.map((memberId) => ({ ...of, memberId, id: ids.next() })),
        now,
      )
      const act = { siteId: site.id, id, staffId: member.memberId, action: idempotency.route, subjectId: id, reason }
      const said = { group, members, title, bodyHash: idempotency.bodyHash }
      await addStaffAct(tx, { ...act, said, changes: [], request, at: now })
      return { members }
    })
  })
}

/** Members whom the filter names and who did not leave, at most one above what a call writes to. */
async function receivers(tx: Tx, seal: Seal, siteId: number, group: Group): Promise<number[]> {
  const list = { siteId, source: 'member', order: 'id', time: 'created_at', shown: (rows: object[]) => rows }
  const cut = within({ ...list, ...memberFilter(seal, siteId, group) }, { ...group, q: undefined })
  if (!('where' in cut)) throw new Error('members are read by a query')
  const rows = await tx.query<{ id: string }>(
    `select id from member where ${cut.where} and left_at is null order by id limit ${groupMostMembers + 1}`,
    cut.values,
  )
  return rows.map(({ id }) => Number(id))
}

interface Begun {
  readonly siteId: number
  readonly id: number
  readonly request: string
  readonly bodyHash: string
  readonly members: number
  readonly now: number
}

/** Writes down that a message goes out; false: it went under this key before. Whoever sends it at the same time waits here. */
async function begin(tx: Tx, { siteId, id, request, bodyHash, members, now }: Begun): Promise<boolean> {
  const made = await tx.query(
    `insert into message_group (site_id, id, request, body_hash, members, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (site_id, request) do nothing returning 1`,
    [siteId, id, request, bodyHash, members, now],
  )
  if (made.length > 0) return true
  const [before] = await tx.query<{ body_hash: string }>(
    'select body_hash from message_group where site_id = $1 and request = $2',
    [siteId, request],
  )
  if (before?.body_hash !== bodyHash) throw new Refused('IDEMPOTENCY_KEY_REUSED')
  return false
}
