import { call } from '@maru/client/api/client'
import type { ConsoleArticle } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { articleCategoryWords, articleKindWords, audienceWords } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useLoudness } from './loudness.ts'
import { isKept, stateOf } from './words.ts'

interface Props {
  row: ConsoleArticle
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onEdit: () => void
  onClose: () => void
  onChanged: () => void
}

/** A text: when and by whom it is seen, who agreed to it, and its next step. */
export function ArticlePanel({ row, place, onEdit, onClose, onChanged }: Props) {
  const [isStepping, setIsStepping] = useState(false)
  const isOut = row.state === 'PUBLISHED'
  const isFixed = row.revision !== null
  // Terms that are in force stay.
  const mayStep = !(isKept(row.kind) && isOut && row.startAt <= clock.now())
  return (
    <SidePanel
      title={row.title}
      badges={<Badge>{stateOf(row, clock.now())}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        <For permission="content" what="글">
          <div className="acts">
            {!isFixed && <Button onClick={onEdit}>고치기</Button>}
            {mayStep && <Button onClick={() => setIsStepping(true)}>{isOut ? '내리기' : '게시'}</Button>}
          </div>
        </For>
      }
    >
      <Facts row={row} />
      {isStepping && <Step row={row} onDone={onChanged} onClose={() => setIsStepping(false)} />}
    </SidePanel>
  )
}

function Facts({ row }: { row: ConsoleArticle }) {
  const facts: readonly (readonly [string, string | number | false | null])[] = [
    ['종류', articleKindWords[row.kind]],
    ['분류', row.category && articleCategoryWords[row.category]],
    ['대상', row.kind === 'POPUP' && audienceWords[row.audience]],
    ['판', row.revision],
    ['다시 동의', isKept(row.kind) && (row.needsConsent ? '받음' : '받지 않음')],
    ['동의한 회원', row.revision !== null && `${formatCount(row.agreed)}명`],
    ['시작', formatDateTime(row.startAt)],
    ['끝', !isKept(row.kind) && (row.endAt === null ? '없음' : formatDateTime(row.endAt))],
    ['조건', row.conditions],
    ['이어지는 곳', row.link],
    ['차례', !isKept(row.kind) && String(row.position)],
    ['쓴 직원', row.createdBy],
  ]
  return (
    <dl className="kv">
      {facts.map(
        ([name, value]) =>
          value !== false &&
          value !== null && (
            <div key={name} className="ct-f">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Step({ row, onDone, onClose }: { row: ConsoleArticle; onDone: () => void; onClose: () => void }) {
  const isOut = row.state === 'PUBLISHED'
  const step = isOut ? '내리기' : '게시'
  const loud = useLoudness(row, !isOut)
  return (
    <ActionDialog
      title={isOut ? '글을 내립니다' : '글을 게시합니다'}
      confirm={step}
      done={isOut ? '글을 내렸습니다' : '글을 게시했습니다'}
      missing={loud.missing}
      changes={[
        { name: row.title, before: stateOf(row, clock.now()), after: isOut ? '내림' : '게시' },
        ...loud.changes,
      ]}
      run={({ reason, key }) => {
        const given = { params: { id: String(row.id) }, body: { reason, version: row.version }, key }
        return isOut
          ? call('POST /api/console/article/:id/withdraw', given)
          : call('POST /api/console/article/:id/publish', given)
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
