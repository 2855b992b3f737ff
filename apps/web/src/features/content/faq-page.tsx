import './content.css'
import './faq.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { FaqCategory, FaqRow } from '@maru/contract'
import { Icon, type IconName, Skeleton, TextField } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { Loaded, LoadFailed } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { useSession } from '../../session/store.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { faqTexts } from './faq-texts.ts'
import { Helpful } from './helpful.tsx'
import { Situation } from './situation.tsx'

type Feature = 'binary' | 'futures' | 'oversea'
/** The topics, and the product line without which a topic is none. Nothing is copied here, so that topic stays away. */
const topics: readonly (readonly [Exclude<FaqCategory, 'COPY'>, IconName, Feature?])[] = [
  ['ACCOUNT', 'user'],
  ['MONEY', 'swap'],
  ['ROUND', 'trade', 'binary'],
  ['FUTURES', 'futures', 'futures'],
  ['OVERSEA', 'bolt', 'oversea'],
  ['SECURITY', 'shield'],
  ['LIMITS', 'lock'],
]
/** A search starts when the typing rests. */
const restMs = 250

/** Questions and answers: found by words or by category, opened in place. */
export default function FaqPage() {
  const t = useTexts(faqTexts)
  const [category, setCategory] = useState<FaqCategory | null>(null)
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const questions = useQuery({
    queryKey: ['public', 'faq', category, q],
    queryFn: async (): Promise<FaqRow[]> => {
      const found = await call('GET /api/content/faq/list', {
        query: { ...(category !== null && { category }), ...(q !== '' && { q }) },
      })
      return Array.isArray(found) ? found : []
    },
    meta: { public: true },
  })
  const signedIn = useSession(({ status }) => status === 'success')
  const site = useSite(({ site }) => site)
  const on = site && featuresOf(site)
  const offered = topics.filter(([, , feature]) => feature === undefined || on?.[feature])
  const rows = (questions.data ?? []).filter((row) => offered.some(([topic]) => topic === row.category))
  const isNarrowed = category !== null || q !== ''
  return (
    <main id="main" className="faq">
      <div className="faq-h">
        <h2>{t('ask')}</h2>
        <TextField
          label={t('search')}
          value={typed}
          onValue={setTyped}
          maxLength={50}
          enterKeyHint="search"
          placeholder={t('searchExample')}
          end={<Icon name="search" />}
        />
      </div>
      <fieldset className="faq-c" aria-label={t('category')}>
        {offered.map(([value, icon]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === category}
            onClick={() => setCategory(value === category ? null : value)}
          >
            <Icon name={icon} />
            <span>{t(value)}</span>
          </button>
        ))}
      </fieldset>
      <div className="band" />
      {signedIn && !isNarrowed && <Situation />}
      <h3 className="faq-t">
        {t('questions')} <span className="num">{questions.data ? rows.length : ''}</span>
      </h3>
      <Loaded
        query={questions}
        isEmpty={rows.length === 0}
        empty={isNarrowed ? [t('notFound'), t('notFoundHint')] : [t('none'), t('noneHint')]}
        skeleton={<RowSkeletons />}
      >
        {rows.map((row) => (
          <Question key={row.id} row={row} />
        ))}
      </Loaded>
    </main>
  )
}

/** A question whose answer is fetched when it is first opened. */
function Question({ row: { id, title } }: { row: FaqRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const memberId = useSession(({ me }) => me?.id ?? null)
  const cache = useQueryClient()
  // A member's answer carries his own vote.
  const key = ['faq', id, memberId]
  const answer = useQuery({
    queryKey: key,
    queryFn: () => call('GET /api/content/faq', { query: { id: String(id) } }),
    enabled: isOpen,
    meta: { public: memberId === null },
  })
  return (
    <details className="faq-q" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <b>{title}</b>
        <Icon name="down" small />
      </summary>
      <div className="faq-a" aria-busy={isOpen && answer.isPending}>
        {answer.data && <SafeHtml html={answer.data.content} />}
        {answer.data && memberId !== null && (
          <Helpful
            id={id}
            said={answer.data.isHelpful}
            onSaid={(isHelpful) => cache.setQueryData(key, { ...answer.data, isHelpful })}
          />
        )}
        {answer.isError && !answer.data && <LoadFailed query={answer} />}
        {isOpen && answer.isPending && <Skeleton height={48} />}
      </div>
    </details>
  )
}
