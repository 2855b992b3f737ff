import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { Button, Empty, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { useStaffNames } from '../../parts/use-staff-names.ts'
import { t } from './texts.ts'

/** What staff wrote down about a member; nothing of it is taken back. */
export function Notes({ profile: { id, notes }, onChanged }: { profile: DeskProfile; onChanged: () => void }) {
  const [writing, setWriting] = useState(false)
  const [text, setText] = useState('')
  const may = useMay('members')
  const nameOf = useStaffNames()
  return (
    <section className="panel grow pad-all mb-notes">
      {may && (
        <p>
          <Button size={36} onClick={() => setWriting(true)}>
            {t('memoDots')}
          </Button>
        </p>
      )}
      {notes.length === 0 && <Empty title={t('noMemos')}>{t('noMemosHint')}</Empty>}
      {notes.map((note) => (
        <article key={note.id}>
          <p>{note.text}</p>
          <small className="num">
            {t('memoLine', { staffName: nameOf(note.staffId), createdAt: formatDateTime(note.createdAt) })}
          </small>
        </article>
      ))}
      {writing && (
        <ActionDialog
          title={t('memoTitle')}
          confirm={t('keep')}
          done={t('memoKept')}
          missing={text.trim() === '' ? t('needMemo') : null}
          canned={[t('memoSupport'), t('memoNext')]}
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
            <span className="lb">{t('memos')}</span>
            <textarea value={text} maxLength={2000} onChange={(event) => setText(event.currentTarget.value)} />
          </label>
        </ActionDialog>
      )}
    </section>
  )
}
