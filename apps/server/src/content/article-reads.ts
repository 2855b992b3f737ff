import type { ArticleKind } from '@maru/contract'
import { mostRows } from '../http/filters.ts'
import type { Tx } from '../ports.ts'
import { type StoredArticle, shownNow } from './article-store.ts'

/** What a visitor asks to see of a kind. */
interface Asked {
  readonly category?: string | undefined
  /** Words that a text has to hold, all of them, wherever its spaces are. */
  readonly words?: string | undefined
  /** Who asks; missing: whoever. */
  readonly audience?: 'GUEST' | 'MEMBER'
}

const orders: Readonly<Record<'position' | 'newest', string>> = {
  position: 'position, start_at desc, id desc',
  newest: 'start_at desc, id desc',
}

/** The texts of a kind that are shown now. */
export const shownArticles = (
  tx: Tx,
  of: { readonly siteId: number; readonly now: number; readonly kind: ArticleKind },
  { category, words = '', audience }: Asked = {},
): Promise<StoredArticle[]> =>
  tx.query<StoredArticle>(
    `select * from article where ${shownNow} and kind = $3 and ($4::text is null or category = $4)
        and ($6::text is null or audience in ('ALL', $6))
        and not exists (select 1 from unnest($5::text[]) word
                         where position(word in regexp_replace(lower(title || ' ' || words), '\\s+', '', 'g')) = 0)
      order by ${orders[of.kind === 'STRATEGY' ? 'newest' : 'position']} limit ${mostRows}`,
    [
      of.siteId,
      of.now,
      of.kind,
      category ?? null,
      words.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean),
      audience ?? null,
    ],
  )

/** A text of a kind that is shown now; null: there is none of this id for whoever asks. */
export async function shownArticle(
  tx: Tx,
  of: { readonly siteId: number; readonly now: number; readonly kind: ArticleKind },
  id: number,
  audience: 'GUEST' | 'MEMBER',
): Promise<StoredArticle | null> {
  const [row] = await tx.query<StoredArticle>(
    `select * from article where ${shownNow} and kind = $3 and id = $4 and audience in ('ALL', $5)`,
    [of.siteId, of.now, of.kind, id, audience],
  )
  return row ?? null
}
