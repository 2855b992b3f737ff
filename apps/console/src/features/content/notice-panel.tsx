import { call } from '@maru/client/api/client'
import type { ConsoleNotice } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { noticeCategoryWords } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { t } from './texts.ts'
import { stateOf } from './words.ts'

interface Props {
  row: ConsoleNotice
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onEdit: () => void
  onClose: () => void
  onChanged: () => void
}

/** A notice: when members see it, who confirmed it, and its next step. */
export function NoticePanel({ row, place, onEdit, onClose, onChanged }: Props) {
  const [stepping, setStepping] = useState(false)
  const nameOf = useStaffNames()
  const isOut = row.state === 'PUBLISHED'
  const step = isOut ? t('takeDown') : t('publish')
  const state = stateOf(row, clock.now())
  return (
    <SidePanel
      title={row.title}
      badges={<Badge>{state}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        <For permission="content" what={t('notice')}>
          <div className="acts">
            <Button onClick={onEdit}>{t('edit')}</Button>
            <Button onClick={() => setStepping(true)}>{step}</Button>
          </div>
        </For>
      }
    >
      <dl className="kv">
        <dt>{t('category')}</dt>
        <dd>{noticeCategoryWords[row.category]}</dd>
        <dt>{t('start')}</dt>
        <dd>{formatDateTime(row.startAt)}</dd>
        <dt>{t('end')}</dt>
        <dd>{row.endAt === null ? t('none') : formatDateTime(row.endAt)}</dd>
        <dt>{t('pinned')}</dt>
        <dd>{row.isPinned ? t('yes') : t('no')}</dd>
        <dt>{t('forced')}</dt>
        <dd>{row.isForced ? (row.announcedAt === null ? t('yes') : formatDateTime(row.announcedAt)) : t('no')}</dd>
        {row.isForced && (
          <>
            <dt>{t('confirmedMembers')}</dt>
            <dd>{t('membersCount', { count: formatCount(row.acks) })}</dd>
          </>
        )}
        <dt>{t('writtenBy')}</dt>
        <dd>{row.createdBy === null ? '–' : nameOf(row.createdBy)}</dd>
      </dl>
      {stepping && (
        <ActionDialog
          title={isOut ? t('takeDownNotice') : t('publishNotice')}
          confirm={step}
          done={isOut ? t('noticeDown') : t('noticeOut')}
          changes={[
            {
              name: row.title,
              before: state,
              after: t(isOut ? 'down' : row.isForced ? 'publishedForced' : 'published'),
            },
          ]}
          run={({ reason, key }) => {
            const given = { params: { id: String(row.id) }, body: { reason, version: row.version }, key }
            return isOut
              ? call('POST /api/console/notice/:id/withdraw', given)
              : call('POST /api/console/notice/:id/publish', given)
          }}
          onDone={onChanged}
          onClose={() => setStepping(false)}
        />
      )}
    </SidePanel>
  )
}
