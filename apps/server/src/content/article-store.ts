import type { ArticleKind, Audience, ConsoleArticle, NoticeState } from '@maru/contract'
import type { Tx } from '../ports.ts'
import { wordsOf } from './safe-html.ts'

/** A text of the house as its table has it. */
export interface StoredArticle {
  readonly site_id: string
  readonly id: string
  readonly kind: ArticleKind
  readonly category: ConsoleArticle['category']
  readonly title: string
  readonly content: string
  /** The words of its content alone. */
  readonly words: string
  readonly conditions: string | null
  readonly link: string | null
  readonly audience: Audience
  readonly position: number
  readonly needs_consent: boolean
  readonly revision: number | null
  readonly state: NoticeState
  readonly start_at: string
  readonly end_at: string | null
  readonly version: number
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
  readonly agreed?: string
  readonly helpful?: string
  readonly unhelpful?: string
}

/** What staff decide about a text. */
export interface ArticleFields {
  readonly category: ConsoleArticle['category']
  readonly title: string
  readonly content: string
  readonly conditions: string | null
  readonly link: string | null
  readonly audience: Audience
  readonly position: number
  readonly needsConsent: boolean
  readonly revision: number | null
  readonly state: NoticeState
  readonly startAt: number
  readonly endAt: number | null
}

/** What members see at the time $2 on the site $1. */
export const shownNow = `site_id = $1 and state = 'PUBLISHED' and start_at <= $2 and (end_at is null or end_at > $2)`
export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

const votes = (which: string) =>
  `(select count(*) from article_vote v where v.site_id = a.site_id and v.article_id = a.id and ${which} v.is_helpful)`
const counts = `(select count(*) from article_consent c where c.site_id = a.site_id and c.article_id = a.id) as agreed,
    ${votes('')} as helpful, ${votes('not')} as unhelpful`
/** The table of the console's list, with how many agreed, and whom an answer helped. */
export const articleSource = `(select a.*, ${counts} from article a) articles`

export const fieldsOf = (row: StoredArticle): ArticleFields => ({
  category: row.category,
  title: row.title,
  content: row.content,
  conditions: row.conditions,
  link: row.link,
  audience: row.audience,
  position: row.position,
  needsConsent: row.needs_consent,
  revision: row.revision,
  state: row.state,
  startAt: Number(row.start_at),
  endAt: numberOrNull(row.end_at),
})

export const consoleArticle = (row: StoredArticle): ConsoleArticle => ({
  id: Number(row.id),
  kind: row.kind,
  ...fieldsOf(row),
  agreed: Number(row.agreed ?? 0),
  helpful: Number(row.helpful ?? 0),
  unhelpful: Number(row.unhelpful ?? 0),
  version: row.version,
  createdBy: Number(row.created_by) || null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})

/** A text with its row locked. */
export async function lockedArticle(tx: Tx, siteId: number, id: number): Promise<StoredArticle | null> {
  const [row] = await tx.query<StoredArticle>(
    `select a.*, ${counts} from article a where site_id = $1 and id = $2 for update of a`,
    [siteId, id],
  )
  return row ?? null
}

/** The text that a call made already. */
export async function articleOfRequest(tx: Tx, siteId: number, request: string): Promise<StoredArticle | null> {
  const [row] = await tx.query<StoredArticle>('select * from article where site_id = $1 and request = $2', [
    siteId,
    request,
  ])
  return row ?? null
}

/** The newest published version of terms, also one that is to come; others that publish one wait until this transaction ends. */
export async function newestRevision(
  tx: Tx,
  siteId: number,
  kind: ArticleKind,
): Promise<{ readonly revision: number; readonly startAt: number }> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`article:${siteId}:${kind}`])
  const [row] = await tx.query<{ revision: number | null; start_at: string | null }>(
    `select max(revision) as revision, max(start_at) filter (where state = 'PUBLISHED') as start_at
      from article where site_id = $1 and kind = $2 and revision is not null`,
    [siteId, kind],
  )
  return { revision: row?.revision ?? 0, startAt: Number(row?.start_at ?? 0) }
}

const columns = [
  'category',
  'title',
  'content',
  'words',
  'conditions',
  'link',
  'audience',
  'position',
  'needs_consent',
  'revision',
  'state',
  'start_at',
  'end_at',
]
const valuesOf = (of: ArticleFields) => [
  of.category,
  of.title,
  of.content,
  wordsOf(of.content),
  of.conditions,
  of.link,
  of.audience,
  of.position,
  of.needsConsent,
  of.revision,
  of.state,
  of.startAt,
  of.endAt,
]

export async function insertArticle(
  tx: Tx,
  of: {
    readonly siteId: number
    readonly id: number
    readonly kind: ArticleKind
    readonly staffId: number
    readonly now: number
    readonly request: string
  },
  fields: ArticleFields,
): Promise<StoredArticle> {
  const places = columns.map((_, index) => `$${index + 7}`).join(', ')
  const [row] = await tx.query<StoredArticle>(
    `insert into article (site_id, id, kind, created_by, created_at, updated_at, request, ${columns.join(', ')})
     values ($1, $2, $3, $4, $5, $5, $6, ${places}) returning *`,
    [of.siteId, of.id, of.kind, of.staffId, of.now, of.request, ...valuesOf(fields)],
  )
  if (row === undefined) throw new Error('a text was not written')
  return row
}

export async function updateArticle(
  tx: Tx,
  { site_id, id }: StoredArticle,
  fields: ArticleFields,
  now: number,
): Promise<StoredArticle> {
  const sets = columns.map((column, index) => `${column} = $${index + 4}`).join(', ')
  const [row] = await tx.query<StoredArticle>(
    `update article a set updated_at = $3, version = version + 1, ${sets} where site_id = $1 and id = $2
      returning a.*, ${counts}`,
    [site_id, id, now, ...valuesOf(fields)],
  )
  if (row === undefined) throw new Error('a text was not written')
  return row
}
