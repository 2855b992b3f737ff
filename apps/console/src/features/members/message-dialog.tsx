import { call } from '@maru/client/api/client'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** Writes a message to one member. */
export function MessageDialog({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const missing = title.trim() === '' ? t('needTitle') : content.trim() === '' ? t('needContent') : null
  return (
    <ActionDialog
      title={t('messageTitle')}
      confirm={t('send')}
      done={t('messageSent')}
      missing={missing}
      canned={[t('whyInquiry'), t('whyMoney'), t('whyUse')]}
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
        <span className="lb">{t('title')}</span>
        <input value={title} maxLength={100} onChange={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <label className="why">
        <span className="lb">{t('content')}</span>
        <textarea value={content} maxLength={2000} onChange={(event) => setContent(event.currentTarget.value)} />
      </label>
    </ActionDialog>
  )
}
