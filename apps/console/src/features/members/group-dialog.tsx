import { call } from '@maru/client/api/client'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

/** What is decided about the group of a member. */
export type GroupEdit =
  | { readonly kind: 'JOIN' | 'SPLIT'; readonly otherId: number | null }
  | {
      readonly kind: 'EXEMPT'
      readonly trait: 'IDENTITY' | 'DEVICE' | 'BANK' | 'ADDRESS' | 'IP'
      readonly hash: string
    }
  | { readonly kind: 'UNDO'; readonly editId: number }

const titles = {
  JOIN: t('linkOther'),
  SPLIT: t('unlinkThis'),
  EXEMPT: t('dropClue'),
  UNDO: t('undoDecision'),
} as const

interface Props {
  id: string
  edit: GroupEdit
  onDone: () => void
  onClose: () => void
}

/** A decision about linked members: two persons. */
export function GroupDialog({ id, edit, onDone, onClose }: Props) {
  const [other, setOther] = useState('otherId' in edit && edit.otherId !== null ? String(edit.otherId) : '')
  const asksOther = edit.kind === 'JOIN'
  const isNumber = /^\d{1,15}$/.test(other)
  const run = ({ reason, key }: { reason: string; key: string }) => {
    const params = { id }
    if (edit.kind === 'UNDO')
      return call('POST /api/console/risk-group/:id/undo', {
        params: { id: String(edit.editId) },
        body: { reason },
        key,
      })
    if (edit.kind === 'EXEMPT') {
      const body = { reason, kind: edit.trait, hash: edit.hash }
      return call('POST /api/console/member/:id/group/exempt', { params, body, key })
    }
    const body = { reason, otherId: Number(other), as: edit.kind }
    return call('POST /api/console/member/:id/group/link', { params, body, key })
  }
  return (
    <ActionDialog
      title={titles[edit.kind]}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={asksOther && !isNumber ? t('needMember') : null}
      canned={[t('whyFamily'), t('whySame')]}
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      {asksOther && (
        <TextField label={t('otherNumber')} value={other} onValue={setOther} inputMode="numeric" maxLength={15} />
      )}
    </ActionDialog>
  )
}
