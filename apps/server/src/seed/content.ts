import { insertArticle, insertNotice } from '../content/index.ts'
import type { Database, Tx } from '../ports.ts'
import { enTexts } from './texts/en.ts'
import { koTexts } from './texts/ko.ts'
import type { DemoText, DemoTexts } from './texts/text.ts'

/** Below every id that is handed out later. */
const firstIds = { FAQ: 1, STRATEGY: 201, PROMOTION: 301 } as const
const places = { oversea: 0, futures: 3, rounds: 5 } as const
const promotionMs = 90 * 86_400_000
/** Nobody: the demo itself. */
const staffId = 0

interface Seeded {
  readonly siteId: number
  readonly flags: string
  readonly now: number
}

/**
 * What demo sites say from the start: questions with answers, investment info, a promotion and notices, in the language of the site. Each text
 * comes once: what staff changed or took away stays so.
 */
export async function seedContent(db: Database, sites: readonly number[], now: number): Promise<void> {
  await db.system(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('demo content', 0))`)
    const rows = await tx.query<{ id: string; flags: string; language: string }>(
      'select id, flags, language from site where id = any($1) order by id',
      [sites],
    )
    for (const { id, flags, language } of rows)
      await seedSite(tx, language === 'ko' ? koTexts : enTexts, { siteId: Number(id), flags, now })
  })
}

async function seedSite(tx: Tx, texts: DemoTexts, site: Seeded): Promise<void> {
  const { faq, strategies, promotions, notices } = texts
  await articles(tx, site, 'FAQ', faq)
  await articles(tx, site, 'STRATEGY', strategies)
  await articles(tx, site, 'PROMOTION', promotions)
  const { siteId, now } = site
  const known = await idsOf(tx, 'notice', siteId)
  for (const [index, { category, title, content, isPinned = false }] of notices.entries()) {
    const id = index + 1
    if (known.has(id)) continue
    await insertNotice(
      tx,
      { siteId, id, staffId, now, request: `demo:${id}` },
      // The first one stands first.
      { category, title, content, isPinned, isForced: false, state: 'PUBLISHED', startAt: now - index, endAt: null },
    )
  }
}

async function articles(
  tx: Tx,
  { siteId, flags, now }: Seeded,
  kind: keyof typeof firstIds,
  texts: readonly DemoText[],
): Promise<void> {
  const known = await idsOf(tx, 'article', siteId)
  for (const [index, { title, content, line, category = null, conditions = null, link = null }] of texts.entries()) {
    const id = firstIds[kind] + index
    if (known.has(id) || (line !== undefined && flags[places[line]] !== '1')) continue
    await insertArticle(
      tx,
      { siteId, id, kind, staffId, now, request: `demo:${kind}:${id}` },
      {
        category,
        title,
        content,
        conditions,
        link,
        audience: 'ALL',
        position: (index + 1) * 10,
        needsConsent: false,
        revision: null,
        state: 'PUBLISHED',
        startAt: now - index,
        endAt: kind === 'PROMOTION' ? now + promotionMs : null,
      },
    )
  }
}

async function idsOf(tx: Tx, table: 'article' | 'notice', siteId: number): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: string }>(`select id from ${table} where site_id = $1 and id < 1000`, [siteId])
  return new Set(rows.map(({ id }) => Number(id)))
}
