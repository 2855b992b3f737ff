import { call, download } from '@maru/client/api/client'
import type { ArticleKind, ConsoleArticle } from '@maru/contract'
import { Button, formatCount, formatDateTime } from '@maru/ui'
import { type ReactNode, useState } from 'react'
import { clock } from '../../live/live.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { articleCategoryWords, articleKindWords, audienceWords } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import ArticleEditor from './article-editor.tsx'
import { ArticlePanel } from './article-panel.tsx'
import { t } from './texts.ts'
import { isKept, stateOf } from './words.ts'

const idOf = ({ id }: ConsoleArticle) => String(id)

/** What tells texts of a kind apart, below the title. */
function detailOf({ kind, category, audience, revision, needsConsent, position }: ConsoleArticle): string {
  if (isKept(kind))
    return [revision === null ? t('noVersion') : t('versionOf', { revision }), needsConsent && t('consentFact')]
      .filter(Boolean)
      .join(' · ')
  const of = category === null ? null : articleCategoryWords[category]
  return [of, kind === 'POPUP' && audienceWords[audience], t('orderOf', { position })].filter(Boolean).join(' · ')
}

const columns: readonly Column<ConsoleArticle>[] = [
  {
    id: 'title',
    head: t('article'),
    cell: (row) => (
      <>
        <b>{row.title}</b>
        <small>{detailOf(row)}</small>
      </>
    ),
  },
  { id: 'state', head: t('state'), cell: (row) => stateOf(row, clock.now()) },
  { id: 'start', head: t('start'), cell: ({ startAt }) => <span className="num">{formatDateTime(startAt)}</span> },
]
const end: Column<ConsoleArticle> = {
  id: 'end',
  head: t('end'),
  cell: ({ endAt }) => <span className="num">{endAt === null ? t('none') : formatDateTime(endAt)}</span>,
}
const agreed: Column<ConsoleArticle> = {
  id: 'agreed',
  head: t('agreed'),
  align: 'right',
  cell: ({ revision, agreed }) => (revision === null ? '–' : t('membersCount', { count: formatCount(agreed) })),
}

const votes: Column<ConsoleArticle> = {
  id: 'votes',
  head: t('helped'),
  align: 'right',
  cell: ({ helpful, unhelpful }) => (
    <span className="num">{t('votes', { helpful: formatCount(helpful), unhelpful: formatCount(unhelpful) })}</span>
  ),
}
const lastColumnsOf = (kind: ArticleKind) => (kind === 'FAQ' ? [end, votes] : [isKept(kind) ? agreed : end])

/** The texts of one kind: written, scheduled, shown and withdrawn. */
export function Articles({ kind, sub }: { kind: ArticleKind; sub: ReactNode }) {
  const read = (asked: Asked) => call('GET /api/console/article', { query: { ...asked, kind } })
  const list = usePaged<ConsoleArticle>(['articles', kind], read, { everyMs: 15_000, cutBy: 'all' })
  const [open, setOpen] = useState<number | null>(null)
  const [editing, setEditing] = useState<ConsoleArticle | 'new' | null>(null)
  const mayWrite = useMay('content')
  useKeys([{ key: 'n', label: t('newArticle'), run: () => setEditing('new') }], mayWrite && editing === null)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  const name = articleKindWords[kind]
  if (editing !== null) {
    const close = () => {
      setEditing(null)
      list.reload()
    }
    return <ArticleEditor kind={kind} row={editing === 'new' ? null : editing} onClose={close} />
  }
  return (
    <Page
      title={t('title')}
      sub={sub}
      tools={
        mayWrite && (
          <Button size={36} onClick={() => setEditing('new')}>
            {isKept(kind) ? t('newVersion') : t('newArticle')} <kbd>N</kbd>
          </Button>
        )
      }
      side={
        row && (
          <ArticlePanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onEdit={() => setEditing(row)}
            onClose={() => setOpen(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label={name}
        list={list}
        columns={[...columns, ...lastColumnsOf(kind)]}
        idOf={idOf}
        rowHeight={48}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ state }) => (state === 'WITHDRAWN' ? 'done' : undefined)}
        empty={[t('noArticles'), t('noArticlesHint')]}
        csv={{
          name,
          read: (signal, cut) => download('GET /api/console/article.csv', { query: { kind, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
