import { call } from '@maru/client/api/client'
import type { StaffRole } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { roleWords } from '../../parts/may.tsx'
import { useSiteId } from '../../session/staff.ts'
import { RoleFields } from './role-fields.tsx'

/** A new member of staff: two SUPERs; his mail brings the code with which he sets his password. */
export function CreateStaffDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const siteId = useSiteId()
  const [form, setForm] = useState({ username: '', name: '', email: '' })
  const [role, setRole] = useState<StaffRole>('CS')
  const [siteIds, setSiteIds] = useState<readonly number[]>([siteId])
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const missing =
    form.username.length < 2 || form.name.trim() === ''
      ? '아이디와 이름을 적어 주세요'
      : !/^\S+@\S+\.\S+$/.test(form.email)
        ? '코드를 받을 이메일을 적어 주세요'
        : siteIds.length === 0
          ? '사이트를 골라 주세요'
          : null
  return (
    <ActionDialog
      title="직원 추가"
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={[{ name: form.name || '새 직원', before: '없음', after: roleWords[role] }]}
      canned={['새로 입사했습니다', '담당을 나눕니다']}
      run={({ reason, key }) =>
        call('POST /api/console/admin', {
          params: {},
          body: { ...form, name: form.name.trim(), role, siteIds: [...siteIds], reason },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        <TextField label="아이디" maxLength={20} restriction={{ allow: 'username' }} {...field('username')} />
        <TextField label="이름" maxLength={30} {...field('name')} />
      </div>
      <TextField label="이메일" type="email" maxLength={100} {...field('email')} />
      <RoleFields role={role} onRole={setRole} siteIds={siteIds} onSites={setSiteIds} />
    </ActionDialog>
  )
}
