import { call } from '@maru/client/api/client'
import type { StaffRole } from '@maru/contract'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { roleWords } from '../../parts/table-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { RoleFields } from './role-fields.tsx'
import { t } from './texts.ts'

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
      ? t('needNames')
      : !/^\S+@\S+\.\S+$/.test(form.email)
        ? t('needMail')
        : siteIds.length === 0
          ? t('needSite')
          : null
  return (
    <ActionDialog
      title={t('add')}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing}
      changes={[{ name: form.name || t('newOne'), before: t('none'), after: roleWords[role] }]}
      canned={[t('whyJoined'), t('whyShare')]}
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
        <TextField label={t('username')} maxLength={20} restriction={{ allow: 'username' }} {...field('username')} />
        <TextField label={t('name')} maxLength={30} {...field('name')} />
      </div>
      <TextField label={t('mail')} type="email" maxLength={100} {...field('email')} />
      <RoleFields role={role} onRole={setRole} siteIds={siteIds} onSites={setSiteIds} />
    </ActionDialog>
  )
}
