import {
  type ArticleKind,
  type Audience,
  type ConsoleArticle,
  categoriesOf,
  consoleArticleEndpoints,
} from '@maru/contract'
import { noticeStateWords } from '@maru/contract/desk-words'
import type { FastifyInstance } from 'fastify'
import { stale } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { articleColumns, deskList } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { addStaffAct } from '../staff-log/index.ts'
import {
  type ArticleFields,
  articleOfRequest,
  articleSource,
  consoleArticle,
  fieldsOf,
  insertArticle,
  lockedArticle,
  newestRevision,
  type StoredArticle,
  updateArticle,
} from './article-store.ts'
import { claimIn } from './claims.ts'
import { safeHtml, wordsOf } from './safe-html.ts'
import { periodIn, requestOf, type WritingCall } from './writing.ts'

interface Written {
  readonly category?: ConsoleArticle['category'] | undefined
  readonly title: string
  readonly content: string
  readonly conditions?: string | undefined
  readonly link?: string | undefined
  readonly audience: Audience
  readonly position: number
  readonly needsConsent: boolean
  readonly startAt?: number | undefined
  readonly endAt?: number | undefined
}
type Wanted = (before: StoredArticle, now: number, tx: Tx) => ArticleFields | Promise<ArticleFields>

const isKept = (kind: ArticleKind): boolean => kind === 'TERMS' || kind === 'PRIVACY'

/** Questions, popups, promotions, strategies and terms at the desk: written, scheduled, changed and withdrawn, each step in the log. */
export function registerArticleDesk(app: FastifyInstance, deps: Deps): void {
  const { db, ids, clocks } = deps

  deskList(app, deps, consoleArticleEndpoints.deskArticles, articleColumns, ({ query, site }) => ({
    siteId: site.id,
    source: articleSource,
    where: 'site_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or state = $3)',
    order: 'created_at desc, id desc',
    time: 'created_at',
    texts: ['id', 'title'],
    values: [site.id, query.kind ?? null, query.state ?? null],
    shown: (rows: StoredArticle[]) => rows.map(consoleArticle),
  }))

  route(app, deps, consoleArticleEndpoints.articleCreate, async (call) => {
    const { site, member, body } = call
    const now = clocks.wall()
    const request = requestOf(call)
    return db.tenant(site.id, async (tx) => {
      const known = await articleOfRequest(tx, site.id, request)
      if (known !== null) return consoleArticle(known)
      const draft = { ...fieldsIn(body.kind, body, null, now), state: 'DRAFT' as const, revision: null }
      const wanted = body.isDraft === true ? draft : await published(tx, site.id, body.kind, draft)
      const of = { siteId: site.id, id: ids.next(), kind: body.kind, staffId: member.memberId, now, request }
      const made = await insertArticle(tx, of, wanted)
      await note(tx, call, made, null)
      return consoleArticle(made)
    })
  })

  route(app, deps, consoleArticleEndpoints.articleEdit, (call) =>
    change(call, (row, now) => {
      const before = fieldsOf(row)
      if (row.revision !== null) throw new Refused('CONTENT_FIXED')
      return { ...before, ...fieldsIn(row.kind, call.body, before, now) }
    }),
  )

  route(app, deps, consoleArticleEndpoints.articlePublish, (call) =>
    change(call, (row, now, tx) => {
      const before = fieldsOf(row)
      if (before.state === 'PUBLISHED') return before
      const startAt = Math.max(before.startAt, now)
      if (before.endAt !== null && before.endAt <= startAt) throw new Refused('NOTICE_PAST')
      return published(tx, call.site.id, row.kind, { ...before, startAt })
    }),
  )

  route(app, deps, consoleArticleEndpoints.articleWithdraw, (call) =>
    change(call, (row, now) => {
      const before = fieldsOf(row)
      if (row.revision !== null && row.state === 'PUBLISHED' && before.startAt <= now)
        throw new Refused('CONTENT_FIXED')
      return { ...before, state: 'WITHDRAWN' }
    }),
  )

  /** Changes a text once, of the version that was looked at. */
  async function change(call: WritingCall, wantedOf: Wanted) {
    const { site, params, body } = call
    const now = clocks.wall()
    return db.tenant(site.id, async (tx) => {
      const stored = await lockedArticle(tx, site.id, params.id ?? 0)
      if (stored === null) throw new Refused('ARTICLE_NOT_FOUND')
      if (stored.version !== body.version) throw staleArticle(stored)
      const changed = await updateArticle(tx, stored, await wantedOf(stored, now, tx), now)
      await note(tx, call, changed, stored)
      return consoleArticle(changed)
    })
  }

  async function note(tx: Tx, call: WritingCall, row: StoredArticle, before: StoredArticle | null): Promise<void> {
    const { site, member, idempotency, body } = call
    const change = {
      table: 'article',
      row: `${site.id}:${row.id}`,
      before: before && { ...fieldsOf(before) },
      after: { kind: row.kind, ...fieldsOf(row) },
    }
    await addStaffAct(tx, {
      siteId: site.id,
      id: ids.next(),
      staffId: member.memberId,
      action: idempotency.route,
      subjectId: Number(row.id),
      reason: body.reason,
      said: { version: row.version },
      changes: [change],
      request: requestOf(call),
      at: clocks.wall(),
    })
  }
}

const staleArticle = ({ title, state, version }: StoredArticle): Refused =>
  stale(
    [
      [{ ko: '제목', en: 'Title' }, title],
      [{ ko: '상태', en: 'State' }, noticeStateWords[state]],
    ],
    { version },
  )

/** A text as it is published. Terms get the number of their version, and start after the one before. */
async function published(tx: Tx, siteId: number, kind: ArticleKind, fields: ArticleFields): Promise<ArticleFields> {
  if (!isKept(kind)) return { ...fields, state: 'PUBLISHED' }
  const newest = await newestRevision(tx, siteId, kind)
  if (fields.startAt <= newest.startAt) throw new Refused('CONTENT_ORDER')
  return { ...fields, state: 'PUBLISHED', revision: newest.revision + 1 }
}

/** What a body asks for of a kind. What the kind has no use for is left out. */
function fieldsIn(
  kind: ArticleKind,
  body: Written,
  before: ArticleFields | null,
  now: number,
): Omit<ArticleFields, 'state' | 'revision'> {
  const { title, audience, position, needsConsent, conditions = '', link = null } = body
  const category = body.category ?? null
  const categories = categoriesOf[kind]
  if (categories.length > 0 ? category === null || !categories.includes(category) : category !== null)
    throw new Refused('INVALID_REQUEST', { field: 'category' })
  const period = periodIn(body, before, now)
  const content = safeHtml(body.content)
  if (kind === 'PROMOTION' && conditions === '')
    throw new Refused('CONTENT_INCOMPLETE', { what: { ko: '조건', en: 'conditions' } })
  if (kind === 'PROMOTION' && period.endAt === null)
    throw new Refused('CONTENT_INCOMPLETE', { what: { ko: '종료 시각', en: 'end' } })
  if (isKept(kind) && period.endAt !== null) throw new Refused('INVALID_REQUEST', { field: 'endAt' })
  const claim = isKept(kind) || kind === 'FAQ' ? null : claimIn(`${title}. ${wordsOf(content)}. ${conditions}`)
  if (claim !== null) throw new Refused('CONTENT_CLAIM', { found: claim })
  return {
    category,
    title,
    content,
    conditions: kind === 'PROMOTION' ? conditions : null,
    link: kind === 'PROMOTION' || kind === 'POPUP' ? link : null,
    audience: kind === 'POPUP' ? audience : 'ALL',
    position,
    needsConsent: isKept(kind) && needsConsent,
    ...period,
  }
}
