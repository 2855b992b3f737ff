import type { ArticleKind, ConsentAsked, ContentId } from '@maru/contract'
import type { Tx } from '../ports.ts'
import type { StoredArticle } from './article-store.ts'

export const kindOf: Readonly<Record<ContentId, ArticleKind>> = { terms: 'TERMS', privacy: 'PRIVACY' }
const contentIdOf = (kind: ArticleKind): ContentId => (kind === 'PRIVACY' ? 'privacy' : 'terms')

/** The versions in force at the time $2 on the site $1: the newest that began of each kind. */
const inForce = `select distinct on (kind) * from article
  where site_id = $1 and kind in ('TERMS', 'PRIVACY') and state = 'PUBLISHED' and start_at <= $2
  order by kind, revision desc`

export const consentAsked = (row: StoredArticle): ConsentAsked => ({
  contentId: contentIdOf(row.kind),
  version: row.revision ?? 0,
  title: row.title,
  content: row.content,
  startAt: Number(row.start_at),
})

/** All published versions of a kind, also those to come; the newest first. */
export const versionsOf = (tx: Tx, siteId: number, kind: ArticleKind): Promise<StoredArticle[]> =>
  tx.query<StoredArticle>(
    `select * from article where site_id = $1 and kind = $2 and state = 'PUBLISHED' order by revision desc`,
    [siteId, kind],
  )

/** When a member agreed to a version. */
export async function agreedAt(tx: Tx, siteId: number, memberId: number, articleId: string): Promise<number | null> {
  const [row] = await tx.query<{ at: string }>(
    'select at from article_consent where site_id = $1 and member_id = $2 and article_id = $3',
    [siteId, memberId, articleId],
  )
  return row === undefined ? null : Number(row.at)
}

/** Versions in force that a member has to agree to: since the last one that he agreed to, one came that asks for it. */
export const consentsDue = (tx: Tx, siteId: number, now: number, memberId: number): Promise<StoredArticle[]> =>
  tx.query<StoredArticle>(
    `select * from (${inForce}) f where exists (
       select 1 from article r
        where r.site_id = f.site_id and r.kind = f.kind and r.state = 'PUBLISHED' and r.needs_consent and r.revision <= f.revision
          and r.revision > coalesce((select max(a.revision) from article_consent c
                join article a on a.site_id = c.site_id and a.id = c.article_id
               where c.site_id = f.site_id and c.member_id = $3 and a.kind = f.kind), 0))
     order by kind desc`,
    [siteId, now, memberId],
  )

/** Writes down that a member agreed to the version in force; returns when he did. Null: another version is in force. */
export async function agree(
  tx: Tx,
  of: { readonly siteId: number; readonly memberId: number; readonly now: number },
  kind: ArticleKind,
  revision: number,
): Promise<number | null> {
  const [row] = await tx.query<StoredArticle>(`select * from (${inForce}) f where kind = $3 and revision = $4`, [
    of.siteId,
    of.now,
    kind,
    revision,
  ])
  if (row === undefined) return null
  await tx.query(
    'insert into article_consent (site_id, member_id, article_id, at) values ($1, $2, $3, $4) on conflict do nothing',
    [of.siteId, of.memberId, row.id, of.now],
  )
  return agreedAt(tx, of.siteId, of.memberId, row.id)
}

/** Who signs up agrees to what is in force. */
export async function agreeToAll(tx: Tx, siteId: number, memberId: number, now: number): Promise<void> {
  await tx.query(
    `insert into article_consent (site_id, article_id, member_id, at)
     select site_id, id, $3::bigint, $2 from (${inForce}) f on conflict do nothing`,
    [siteId, now, memberId],
  )
}

/** Which versions a member agreed to, and when, the newest first. */
export async function agreedBy(tx: Tx, siteId: number, memberId: number) {
  const rows = await tx.query<{ kind: ArticleKind; revision: number; at: string }>(
    `select a.kind, a.revision, c.at from article_consent c join article a on a.site_id = c.site_id and a.id = c.article_id
      where c.site_id = $1 and c.member_id = $2 order by c.at desc, a.kind`,
    [siteId, memberId],
  )
  return rows.map(({ kind, revision, at }) => ({ contentId: contentIdOf(kind), version: revision, at: Number(at) }))
}
