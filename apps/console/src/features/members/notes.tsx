import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { Button, Empty, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'

/** What staff wrote down about a member; nothing of it is taken back. */
export function Notes({ profile: { id, notes }, onChanged }: { profile: DeskProfile; onChanged: () => void }) {
  const [writing, setWriting] = useState(false)
  const [text, setText] = useState('')
  const may = useMay('members')
  return (
    <section className="panel grow pad-all mb-notes">
      {may && (
        <p>
          <Button size={36} onClick={() => setWriting(true)}>
            메모 남기기…
          </Button>
        </p>
      )}
      {notes.length === 0 && <Empty title="메모가 없습니다">다음 사람이 알아야 할 것을 남겨 주세요.</Empty>}
      {notes.map((note) => (
        <article key={note.id}>
          <p>{note.text}</p>
          <small className="num">
            직원 {note.staffId} · {formatDateTime(note.createdAt)}
          </small>
        </article>
      ))}
      {writing && (
        <ActionDialog
          title="메모 남기기"
          confirm="남기기"
          done="메모를 남겼습니다"
          missing={text.trim() === '' ? '메모를 적어 주세요' : null}
          canned={['상담 내용', '다음 담당자에게']}
          run={({ reason, key }) =>
            call('POST /api/console/member/:id/note', {
              params: { id: String(id) },
              body: { reason, text: text.trim() },
              key,
            })
          }
          onDone={() => {
            setText('')
            onChanged()
          }}
          onClose={() => setWriting(false)}
        >
          <label className="why">
            <span className="lb">메모</span>
            <textarea value={text} maxLength={2000} onChange={(event) => setText(event.currentTarget.value)} />
          </label>
        </ActionDialog>
      )}
    </section>
  )
}
