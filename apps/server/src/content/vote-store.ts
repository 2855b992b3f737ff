import type { Tx } from '../ports.ts'

/** How a member found an answer; null: he did not say. */
export async function voteOf(tx: Tx, siteId: number, articleId: number, memberId: number): Promise<boolean | null> {
  const [row] = await tx.query<{ is_helpful: boolean }>(
    'select is_helpful from article_vote where site_id = $1 and article_id = $2 and member_id = $3',
    [siteId, articleId, memberId],
  )
  return row?.is_helpful ?? null
}

/** Keeps how a member finds an answer; what he said before is replaced. */
export const vote = (
  tx: Tx,
  of: { readonly siteId: number; readonly articleId: number; readonly memberId: number },
  isHelpful: boolean,
  now: number,
) =>
  tx.query(
    `insert into article_vote (site_id, article_id, member_id, is_helpful, at) values ($1, $2, $3, $4, $5)
     on conflict (site_id, article_id, member_id) do update set is_helpful = excluded.is_helpful, at = excluded.at`,
    [of.siteId, of.articleId, of.memberId, isHelpful, now],
  )

/** The answers that a member said helped him or not: for what he is given of his own. */
export async function votesOf(tx: Tx, siteId: number, memberId: number) {
  const rows = await tx.query<{ title: string; is_helpful: boolean; at: string }>(
    `select a.title, v.is_helpful, v.at from article_vote v join article a on a.site_id = v.site_id and a.id = v.article_id
      where v.site_id = $1 and v.member_id = $2 order by v.at`,
    [siteId, memberId],
  )
  return rows.map(({ title, is_helpful, at }) => ({ title, isHelpful: is_helpful, at: Number(at) }))
}
