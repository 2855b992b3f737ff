import { call } from '@maru/client/api/client'
import type { ConsoleNotice } from '@maru/contract'
import { Badge, Button, formatCount, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { noticeCategoryWords } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
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
  const isOut = row.state === 'PUBLISHED'
  const step = isOut ? '내리기' : '게시'
  const state = stateOf(row, clock.now())
  return (
    <SidePanel
      title={row.title}
      badges={<Badge>{state}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        <For permission="content" what="공지">
          <div className="acts">
            <Button onClick={onEdit}>고치기</Button>
            <Button onClick={() => setStepping(true)}>{step}</Button>
          </div>
        </For>
      }
    >
      <dl className="kv">
        <dt>분류</dt>
        <dd>{noticeCategoryWords[row.category]}</dd>
        <dt>시작</dt>
        <dd>{formatDateTime(row.startAt)}</dd>
        <dt>끝</dt>
        <dd>{row.endAt === null ? '없음' : formatDateTime(row.endAt)}</dd>
        <dt>고정</dt>
        <dd>{row.isPinned ? '예' : '아니요'}</dd>
        <dt>강제 알림</dt>
        <dd>{row.isForced ? (row.announcedAt === null ? '예' : formatDateTime(row.announcedAt)) : '아니요'}</dd>
        {row.isForced && (
          <>
            <dt>확인한 회원</dt>
            <dd>{formatCount(row.acks)}명</dd>
          </>
        )}
        <dt>쓴 직원</dt>
        <dd>{row.createdBy}</dd>
      </dl>
      {stepping && (
        <ActionDialog
          title={isOut ? '공지를 내립니다' : '공지를 게시합니다'}
          confirm={step}
          done={isOut ? '공지를 내렸습니다' : '공지를 게시했습니다'}
          changes={[
            { name: row.title, before: state, after: isOut ? '내림' : row.isForced ? '게시 · 강제 알림' : '게시' },
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
