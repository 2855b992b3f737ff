import { messageEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { messagesOf, type Named, setDeleted, setRead, unreadCount } from './store.ts'
import { createTeller } from './teller.ts'

export { deskRowOf, forgetMessages, type StoredMessage, writeMessage, writeMessages } from './store.ts'

/** What the house tells one member: his box, and the live channel (rules G). */
export function registerMessages(app: FastifyInstance, deps: Deps): void {
  const { db, bus, clocks, config } = deps

  route(app, deps, messageEndpoints.messageList, ({ site, member }) =>
    db.tenant(site.id, (tx) => messagesOf(tx, site.id, member.memberId)),
  )

  route(app, deps, messageEndpoints.messageUnread, async ({ site, member }) => ({
    count: await db.tenant(site.id, (tx) => unreadCount(tx, site.id, member.memberId)),
  }))

  route(app, deps, messageEndpoints.messageRead, ({ site, member, body }) =>
    change({ siteId: site.id, memberId: member.memberId, id: body.id }, setRead),
  )

  route(app, deps, messageEndpoints.messageReadAll, ({ site, member }) =>
    change({ siteId: site.id, memberId: member.memberId, id: null }, setRead),
  )

  route(app, deps, messageEndpoints.messageDelete, ({ site, member, body }) =>
    change({ siteId: site.id, memberId: member.memberId, id: body.id }, setDeleted),
  )

  /** Changes messages of a member and says what is left unread. */
  const change = async (named: Named, set: (tx: Tx, named: Named, now: number) => Promise<number>) => {
    const { siteId, memberId } = named
    const count = await db.tenant(siteId, async (tx) => {
      const found = await set(tx, named, clocks.wall())
      if (named.id !== null && found === 0) throw new Refused('MESSAGE_NOT_FOUND')
      return unreadCount(tx, siteId, memberId)
    })
    bus.publish('control', { kind: 'unread', siteId, memberId, count })
    return { count }
  }

  if (!config.roles.has('gateway')) return
  const teller = createTeller(deps)
  app.addHook('onReady', async () => teller.start())
  app.addHook('onClose', () => teller.stop())
}
