import { type ArticleKind, articleEndpoints, type FaqCategory, type StrategyCategory } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Member, Refused, route } from '../http/index.ts'
import type { Site } from '../sites/index.ts'
import { shownArticle, shownArticles } from './article-reads.ts'
import { numberOrNull, type StoredArticle } from './article-store.ts'
import { agree, agreedAt, consentAsked, consentsDue, kindOf, versionsOf } from './consent-store.ts'
import { houseText } from './house-texts.ts'
import { vote, voteOf } from './vote-store.ts'

/** So many letters of a text stand in its list. */
const excerptLength = 90
/** Letters of Korean that are read in a minute without hurry. */
const readPerMinute = 500

const faqRow = (row: StoredArticle) => ({
  id: Number(row.id),
  category: row.category as FaqCategory,
  title: row.title,
})
const strategyRow = (row: StoredArticle) => ({
  id: Number(row.id),
  category: row.category as StrategyCategory,
  title: row.title,
  startAt: Number(row.start_at),
  excerpt: row.words.length > excerptLength ? `${row.words.slice(0, excerptLength).trimEnd()}…` : row.words,
  minutes: Math.max(1, Math.ceil(row.words.length / readPerMinute)),
})
const promotionRow = (row: StoredArticle) => ({
  id: Number(row.id),
  title: row.title,
  startAt: Number(row.start_at),
  endAt: Number(row.end_at),
})
const popup = ({ id, title, content, link, start_at, end_at }: StoredArticle) => ({
  id: Number(id),
  title,
  content,
  link,
  startAt: Number(start_at),
  endAt: numberOrNull(end_at),
})
const audienceOf = (member: Member | null) => (member === null ? ('GUEST' as const) : ('MEMBER' as const))

/** Questions and answers, popups, promotions, strategies and the terms, as visitors read them (rules G). */
export function registerArticles(app: FastifyInstance, deps: Deps): void {
  const { db, clocks } = deps
  const asked = (site: Site, kind: ArticleKind) => ({ siteId: site.id, now: clocks.wall(), kind })
  const listed = (site: Site, kind: ArticleKind, of: Parameters<typeof shownArticles>[2]) =>
    db.tenant(site.id, (tx) => shownArticles(tx, asked(site, kind), of))
  const found = async (site: Site, kind: ArticleKind, id: number, member: Member | null) => {
    const row = await db.tenant(site.id, (tx) => shownArticle(tx, asked(site, kind), id, audienceOf(member)))
    if (row === null) throw new Refused('ARTICLE_NOT_FOUND')
    return row
  }

  route(app, deps, articleEndpoints.faqList, async ({ query: { category, q }, site }) =>
    (await listed(site, 'FAQ', { category, words: q })).map(faqRow),
  )
  route(app, deps, articleEndpoints.faq, async ({ query, site, member }) => {
    const row = await found(site, 'FAQ', query.id, member)
    const isHelpful =
      member === null ? null : await db.tenant(site.id, (tx) => voteOf(tx, site.id, query.id, member.memberId))
    return { ...faqRow(row), content: row.content, isHelpful }
  })
  route(app, deps, articleEndpoints.faqVote, async ({ body: { id, isHelpful }, site, member }) => {
    await found(site, 'FAQ', id, member)
    const of = { siteId: site.id, articleId: id, memberId: member.memberId }
    await db.tenant(site.id, (tx) => vote(tx, of, isHelpful, clocks.wall()))
    return { isHelpful }
  })
  route(app, deps, articleEndpoints.strategyList, async ({ query, site }) =>
    (await listed(site, 'STRATEGY', query)).map(strategyRow),
  )
  route(app, deps, articleEndpoints.strategy, async ({ query, site, member }) => {
    const row = await found(site, 'STRATEGY', query.id, member)
    return { ...strategyRow(row), content: row.content }
  })
  route(app, deps, articleEndpoints.promotionList, async ({ site }) =>
    (await listed(site, 'PROMOTION', {})).map(promotionRow),
  )
  route(app, deps, articleEndpoints.promotion, async ({ query, site, member }) => {
    const row = await found(site, 'PROMOTION', query.id, member)
    return { ...promotionRow(row), content: row.content, conditions: row.conditions ?? '', link: row.link }
  })
  route(app, deps, articleEndpoints.popupList, async ({ site, member }) =>
    (await listed(site, 'POPUP', { audience: audienceOf(member) })).map(popup),
  )
  route(app, deps, articleEndpoints.popup, async ({ query, site, member }) =>
    popup(await found(site, 'POPUP', query.id, member)),
  )
  registerTerms(app, deps)
}

function registerTerms(app: FastifyInstance, deps: Deps): void {
  const { db, clocks } = deps

  route(app, deps, articleEndpoints.staticPage, ({ query: { contentId, version }, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const all = await versionsOf(tx, site.id, kindOf[contentId])
      const now = clocks.wall()
      const row =
        version === undefined
          ? all.find(({ start_at }) => Number(start_at) <= now)
          : all.find(({ revision }) => revision === version)
      const versions = all.map(({ revision, start_at }) => ({ version: revision ?? 0, startAt: Number(start_at) }))
      if (row === undefined && (version ?? 0) === 0) {
        const text = houseText(contentId, site, member === null ? site.guestLanguage : site.language)
        return { ...text, agreedAt: null, versions: [...versions, { version: 0, startAt: text.startAt }] }
      }
      if (row === undefined) throw new Refused('ARTICLE_NOT_FOUND')
      return {
        ...consentAsked(row),
        agreedAt: member === null ? null : await agreedAt(tx, site.id, member.memberId, row.id),
        versions,
      }
    }),
  )

  route(app, deps, articleEndpoints.consentAsked, async ({ site, member }) => {
    const due = await db.tenant(site.id, (tx) => consentsDue(tx, site.id, clocks.wall(), member.memberId))
    return due.map(consentAsked)
  })

  route(app, deps, articleEndpoints.consent, ({ body: { contentId, version }, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const of = { siteId: site.id, memberId: member.memberId, now: clocks.wall() }
      const at = await agree(tx, of, kindOf[contentId], version)
      if (at !== null) return { at }
      const isKnown = (await versionsOf(tx, site.id, kindOf[contentId])).some(({ revision }) => revision === version)
      throw new Refused(isKnown ? 'CONSENT_STALE' : 'ARTICLE_NOT_FOUND')
    }),
  )
}
