import { consoleMessageEndpoints, mayRead } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskList, messageColumns } from '../desk-lists/index.ts'
import { route } from '../http/index.ts'
import { deskRowOf, type StoredMessage, writeMessage } from '../messages/index.ts'
import { staffNames } from '../staff-log/index.ts'
import { actOnMember } from './desk-acts.ts'

/** The messages of one member at the desk: what he got, and what staff send him. */
export function registerDeskMessages(app: FastifyInstance, deps: Deps): void {
  const shown = async (rows: StoredMessage[]) => {
    const names = await staffNames(
      deps.db,
      rows.map(({ created_by: by }) => (by === null ? null : Number(by))),
    )
    return rows.map((row) => deskRowOf(row, names))
  }
  deskList(app, deps, consoleMessageEndpoints.deskMessages, messageColumns, ({ query, site, member }) => ({
    siteId: site.id,
    source: 'message',
    // Answers to inquiries are read by whoever may read inquiries.
    where: `site_id = $1 and member_id = $2 and ($3 or kind <> 'ANSWER')`,
    order: 'created_at desc, id desc',
    time: 'created_at',
    texts: ['id', 'title', 'content'],
    values: [site.id, query.playerId, mayRead(member.staff.role, 'content')],
    shown,
  }))

  route(app, deps, consoleMessageEndpoints.messageSend, async (call) => {
    const { site, member, body } = call
    const { playerId, title, content, reason } = body
    const about = { ...call, params: { id: playerId }, body: { reason } }
    const { actId, row } = await actOnMember(deps, about, async (tx, { id: memberId }, act) => {
      const of = { siteId: site.id, id: act.id, memberId, createdBy: member.memberId }
      const message = { ...of, kind: 'HOUSE' as const, title, content, link: null }
      await writeMessage(tx, message, act.now)
      return { said: { messageId: act.id, title } }
    })
    const [sent] = await deps.db.tenant(site.id, (tx) =>
      tx.query<StoredMessage>('select * from message where site_id = $1 and member_id = $2 and id = $3', [
        site.id,
        row.id,
        actId,
      ]),
    )
    if (sent === undefined) throw new Error('a message was not written')
    const [one] = await shown([sent])
    if (one === undefined) throw new Error('a message was not shown')
    return one
  })
}
