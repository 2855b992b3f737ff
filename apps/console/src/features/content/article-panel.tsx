import { call } from '@maru/client/api/client'
import type { ConsoleArticle } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { articleCategoryWords, articleKindWords, audienceWords } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { useLoudness } from './loudness.ts'
import { t } from './texts.ts'
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
        <For permission="content" what={t('article')}>
          <div className="acts">
            {!isFixed && <Button onClick={onEdit}>{t('edit')}</Button>}
            {mayStep && <Button onClick={() => setIsStepping(true)}>{isOut ? t('takeDown') : t('publish')}</Button>}
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
  const nameOf = useStaffNames()
  const facts: readonly (readonly [string, string | number | false | null])[] = [
    [t('kind'), articleKindWords[row.kind]],
    [t('category'), row.category && articleCategoryWords[row.category]],
    [t('audience'), row.kind === 'POPUP' && audienceWords[row.audience]],
    [t('version'), row.revision],
    [t('consentFact'), isKept(row.kind) && (row.needsConsent ? t('asked') : t('notAsked'))],
    [t('agreedMembers'), row.revision !== null && t('membersCount', { count: formatCount(row.agreed) })],
    [
      t('helped'),
      row.kind === 'FAQ' && t('votes', { helpful: formatCount(row.helpful), unhelpful: formatCount(row.unhelpful) }),
    ],
    [t('start'), formatDateTime(row.startAt)],
    [t('end'), !isKept(row.kind) && (row.endAt === null ? t('none') : formatDateTime(row.endAt))],
    [t('conditions'), row.conditions],
    [t('link'), row.link],
    [t('order'), !isKept(row.kind) && String(row.position)],
    [t('writtenBy'), row.createdBy === null ? '–' : nameOf(row.createdBy)],
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
  const step = isOut ? t('takeDown') : t('publish')
  const loud = useLoudness(row, !isOut)
  return (
    <ActionDialog
      title={isOut ? t('takeDownArticle') : t('publishArticle')}
      confirm={step}
      done={isOut ? t('articleDown') : t('articleOut')}
      missing={loud.missing}
      changes={[
        { name: row.title, before: stateOf(row, clock.now()), after: t(isOut ? 'down' : 'published') },
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
