import { call } from '@maru/client/api/client'
import type { DeskRequest } from '@maru/contract'
import { Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'

/** What colleagues wrote down about a request, the newest first, and the way to write one. */
export function RequestNotes({ row: { id, notes }, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  const [isWriting, setWriting] = useState(false)
  const may = useMay('deskNotes')
  return (
    <section aria-label={t('notes')}>
      <h3>
        {t('notes')}{' '}
        {may && (
          <Button size={36} onClick={() => setWriting(true)}>
            {t('noteDots')}
          </Button>
        )}
      </h3>
      {notes.length === 0 && <p className="said">{t('noNotes')}</p>}
      <ul className="log">
        {notes.map((note) => (
          <li key={note.id}>
            <time>{formatDateTime(note.at)}</time>
            <span>
              <b>{note.staffName}</b> {note.text}
            </span>
          </li>
        ))}
      </ul>
      {isWriting && <NoteDialog id={id} onDone={onChanged} onClose={() => setWriting(false)} />}
    </section>
  )
}

function NoteDialog({ id, onDone, onClose }: { id: number; onDone: () => void; onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <ActionDialog
      title={t('noteTitle')}
      confirm={t('noteKeep')}
      done={t('noteKept')}
      missing={text.trim() === '' ? t('needNote') : null}
      canned={[t('whyNote'), t('whyShift')]}
      run={({ reason, key }) =>
        call('POST /api/console/dnw/:id/note', {
          params: { id: String(id) },
          body: { reason, text: text.trim() },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <label className="why">
        <span className="lb">{t('note')}</span>
        <textarea value={text} rows={3} maxLength={1000} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
    </ActionDialog>
  )
}
