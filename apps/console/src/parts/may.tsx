import { mayAsk, mayRead, type Permission, rolesOf } from '@maru/contract/permissions'
import { Icon } from '@maru/ui'
import type { ReactNode } from 'react'
import { useStaff } from '../session/staff.ts'
import { roleWords } from './table-words.ts'
import { t } from './texts.ts'

/** May whoever is signed in begin a change of this part of the house? The server decides it anew with each call. */
export const useMay = (permission: Permission): boolean =>
  useStaff(({ me }) => me !== null && mayAsk(me.role, permission))

/** May whoever is signed in read this part of the house? */
export const useMayRead = (permission: Permission): boolean =>
  useStaff(({ me }) => me !== null && mayRead(me.role, permission))

interface ForProps {
  permission: Permission
  /** What is shown to those who may read only: by default what changes something is not. */
  to?: 'change' | 'read'
  what: string
  children: ReactNode
}

/** Shows what only some roles may do; to others, who may, and that they may not. */
export function For({ permission, to = 'change', what, children }: ForProps) {
  const mayChange = useMay(permission)
  const maySee = useMayRead(permission)
  if (to === 'read' ? maySee : mayChange) return children
  const roles = rolesOf(to === 'read' ? 'GET' : 'POST', permission)
  return (
    <p className="locked">
      <Icon name="lock" small />
      {t('needsPermission', { what, roles: roles.map((role) => roleWords[role]).join('·') })}
    </p>
  )
}
