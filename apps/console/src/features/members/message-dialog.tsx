import { call } from '@maru/client/api/client'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

/** Writes a message to one member. */
export function MessageDialog({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const missing = title.trim() === '' ? '제목을 적어 주세요' : content.trim() === '' ? '내용을 적어 주세요' : null
  return (
    <ActionDialog
      title="쪽지 보내기"
      confirm="보내기"
      done="쪽지를 보냈습니다"
      missing={missing}
      canned={['문의 안내', '입출금 안내', '이용 안내']}
      run={({ reason, key }) =>
        call('POST /api/console/message', {
          params: {},
          body: { reason, playerId: Number(id), title: title.trim(), content: content.trim() },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <label className="why">
        <span className="lb">제목</span>
        <input value={title} maxLength={100} onChange={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <label className="why">
        <span className="lb">내용</span>
        <textarea value={content} maxLength={2000} onChange={(event) => setContent(event.currentTarget.value)} />
      </label>
    </ActionDialog>
  )
}
