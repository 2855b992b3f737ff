import { contentEndpoints, NoticeCategory } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { createAnnouncer } from './announcer.ts'
import { registerArticleDesk } from './article-desk.ts'
import { registerArticles } from './articles.ts'
import { registerImages } from './images.ts'
import { registerNoticeDesk } from './notice-desk.ts'
import { acknowledge, noticeCounts, noticesToRead, shownNotice, shownNotices } from './notice-store.ts'

export { insertArticle } from './article-store.ts'
export { agreedBy, agreeToAll } from './consent-store.ts'
export { insertNotice } from './notice-store.ts'
export { votesOf } from './vote-store.ts'
export { requestOf, type WritingCall } from './writing.ts'

/** What the house writes for the members of a site, and what staff do with it (rules G). */
export function registerContent(app: FastifyInstance, deps: Deps): void {
  const { db, clocks, config } = deps

  route(app, deps, contentEndpoints.noticeList, ({ query, site }) =>
    db.tenant(site.id, (tx) => shownNotices(tx, site.id, clocks.wall(), query.category ?? null)),
  )

  route(app, deps, contentEndpoints.noticeCategories, async ({ site }) => {
    const counts = await db.tenant(site.id, (tx) => noticeCounts(tx, site.id, clocks.wall()))
    return NoticeCategory.options.map((category) => ({ category, count: counts.get(category) ?? 0 }))
  })

  route(app, deps, contentEndpoints.notice, async ({ query, site }) => {
    const found = await db.tenant(site.id, (tx) => shownNotice(tx, site.id, clocks.wall(), query.id))
    if (found === null) throw new Refused('NOTICE_NOT_FOUND')
    return found
  })

  route(app, deps, contentEndpoints.noticesToRead, ({ site, member }) =>
    db.tenant(site.id, (tx) => noticesToRead(tx, site.id, clocks.wall(), member?.memberId ?? null)),
  )

  route(app, deps, contentEndpoints.noticeAck, async ({ params, site, member }) => {
    const of = { noticeId: params.id, memberId: member.memberId }
    const at = await db.tenant(site.id, (tx) => acknowledge(tx, site.id, clocks.wall(), of))
    if (at === null) throw new Refused('NOTICE_NOT_FOUND')
    return { at }
  })

  registerArticles(app, deps)
  registerArticleDesk(app, deps)
  registerImages(app, deps)
  const announcer = createAnnouncer(deps)
  registerNoticeDesk(app, deps, () => announcer.look())
  if (!config.roles.has('gateway')) return
  app.addHook('onReady', async () => announcer.start())
  app.addHook('onClose', () => announcer.stop())
}
