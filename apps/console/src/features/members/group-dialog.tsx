import { call } from '@maru/client/api/client'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

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
  JOIN: '다른 회원과 잇습니다',
  SPLIT: '이 회원과 뗍니다',
  EXEMPT: '이 단서로는 연결하지 않습니다',
  UNDO: '이 결정을 되돌립니다',
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
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={asksOther && !isNumber ? '회원 번호를 적어 주세요' : null}
      canned={['가족이 함께 쓰는 기기입니다', '같은 사람으로 확인했습니다']}
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      {asksOther && (
        <TextField label="다른 회원의 번호" value={other} onValue={setOther} inputMode="numeric" maxLength={15} />
      )}
    </ActionDialog>
  )
}
