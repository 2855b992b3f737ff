import { call } from '@maru/client/api/client'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { type Letter, LetterFields, missingIn, trimmed } from './letter.tsx'
import { t } from './texts.ts'

/** Writes a message to one member. */
export function MessageDialog({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const [letter, setLetter] = useState<Letter>({ title: '', content: '' })
  return (
    <ActionDialog
      title={t('messageTitle')}
      confirm={t('send')}
      done={t('messageSent')}
      missing={missingIn(letter)}
      canned={[t('whyInquiry'), t('whyMoney'), t('whyUse')]}
      run={({ reason, key }) =>
        call('POST /api/console/message', {
          params: {},
          body: { reason, playerId: Number(id), ...trimmed(letter) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <LetterFields letter={letter} onChange={setLetter} />
    </ActionDialog>
  )
}
