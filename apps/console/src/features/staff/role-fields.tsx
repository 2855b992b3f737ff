import type { StaffRole } from '@maru/contract'
import { Check, Segmented } from '@maru/ui'
import { roleWords } from '../../parts/table-words.ts'
import { useMe } from '../../session/staff.ts'
import { t } from './texts.ts'

const roles = (Object.keys(roleWords) as StaffRole[]).map((value) => ({ value, label: roleWords[value] }))

interface Props {
  role: StaffRole
  onRole: (role: StaffRole) => void
  siteIds: readonly number[]
  onSites: (siteIds: readonly number[]) => void
}

/** A role, and the sites on which it counts: those of whoever gives it. */
export function RoleFields({ role, onRole, siteIds, onSites }: Props) {
  const { siteIds: mine } = useMe()
  const turn = (id: number, isOn: boolean) =>
    onSites(isOn ? [...siteIds, id].sort((a, b) => a - b) : siteIds.filter((one) => one !== id))
  return (
    <>
      <Segmented label={t('role')} choices={roles} value={role} onChange={onRole} />
      <fieldset className="staff-pick">
        <legend>{t('site')}</legend>
        {mine.map((id) => (
          <Check key={id} checked={siteIds.includes(id)} onChange={(isOn) => turn(id, isOn)}>
            {t('siteId', { id })}
          </Check>
        ))}
      </fieldset>
    </>
  )
}
