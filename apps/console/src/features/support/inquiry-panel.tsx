import { call } from '@maru/client/api/client'
import type { DeskInquiry } from '@maru/contract'
import { Badge, Empty, formatDateTime, formatDay, formatMoney, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deskPollMs } from '../../live/use-desk.ts'
import { Left } from '../../parts/age.tsx'
import { AreaIcon } from '../../parts/area-icon.tsx'
import { For, useMay } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { AnswerForm } from './answer-form.tsx'
import { Line, Note } from './line.tsx'
import { MemberFacts } from './member-facts.tsx'
import { NoteForm } from './note-form.tsx'
import { t } from './texts.ts'
import { kindWords, stateTone, stateWords } from './words.ts'

interface Props {
  id: string
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** One inquiry: what both sides said → the member → what he asked before, and the answer below. */
export function InquiryPanel({ id, place, onClose, onChanged }: Props) {
  const siteId = useSiteId()
  const query = useQuery({
    queryKey: ['contact', 'one', siteId, id],
    queryFn: () => call('GET /api/console/contact/:id', { params: { id } }),
    refetchInterval: deskPollMs,
  })
  const row = query.data
  const changed = () => {
    void query.refetch()
    onChanged()
  }
  return (
    <SidePanel
      title={t('inquiry')}
      badges={
        <>
          <Badge>{id}</Badge>
          {row && <Badge tone={stateTone[row.state]}>{stateWords[row.state]}</Badge>}
          {row?.isReview && <Badge tone="warn">{t('review')}</Badge>}
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        row && (
          <For permission="content" what={t('answer')}>
            <AnswerForm row={row} onChanged={changed} />
          </For>
        )
      }
    >
      {row && <Record row={row} onChanged={changed} />}
      {!row && query.error && <Empty title={t('inquiryFailed')}>{errorText(query.error)}</Empty>}
      {!row && !query.error && <Skeleton width="100%" height={160} />}
    </SidePanel>
  )
}

/** What was said and what was noted, in the order of time. */
const threadOf = ({ lines, notes }: DeskInquiry) => [...lines, ...notes].sort((one, other) => one.at - other.at)

function Record({ row, onChanged }: { row: DeskInquiry; onChanged: () => void }) {
  const mayWrite = useMay('content')
  return (
    <>
      <h3>
        {kindWords[row.kind]}
        {row.dueAt !== null && (
          <span className="r">
            {t('untilGoal')} <Left until={row.dueAt} over={<b className="over">{t('late')}</b>} />
          </span>
        )}
      </h3>
      {row.about && (
        <Link to={`/${row.about.type === 'W' ? 'withdrawals' : 'deposits'}/${row.about.id}`} className="sp-about">
          <AreaIcon name={row.about.type === 'W' ? 'withdrawals' : 'deposits'} />
          <b className="num">
            {t(row.about.type === 'W' ? 'withdrawal' : 'deposit')} {formatMoney(row.about.point, row.about.currency)}
          </b>
          <small className="num">
            {row.about.id} · {formatDateTime(row.about.createdAt)}
          </small>
        </Link>
      )}
      <ul className="sp-lines">
        {threadOf(row).map((said) =>
          'staffId' in said ? (
            <Note key={said.id} note={said} />
          ) : (
            <Line key={said.id} inquiryId={row.id} line={said} />
          ),
        )}
      </ul>
      {mayWrite && <NoteForm id={row.id} onChanged={onChanged} />}
      <MemberFacts id={row.memberId} name={row.name} username={row.username} />
      <h3>
        {t('past')} <span className="r">{t('pastCount', { count: row.past.length })}</span>
      </h3>
      <ul className="log">
        {row.past.map(({ id, question, state, createdAt }) => (
          <li key={id}>
            <time>{formatDay(createdAt).slice(5)}</time>
            <span>
              {question.slice(0, 60)} · {stateWords[state]}
            </span>
          </li>
        ))}
        {row.past.length === 0 && <li>{t('firstInquiry')}</li>}
      </ul>
    </>
  )
}
