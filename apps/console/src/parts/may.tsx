import type { StaffRole } from '@maru/contract'
import { Icon } from '@maru/ui'
import type { ReactNode } from 'react'
import { useStaff } from '../session/staff.ts'

/** The Korean words of roles. */
export const roleWords: Readonly<Record<StaffRole, string>> = {
  SUPER: '총괄',
  SITE: '사이트',
  FINANCE: '재무',
  CS: '고객지원',
  AUDIT: '감사',
}

/** May whoever is signed in do what these roles may? The server decides it anew with each call. */
export const useMay = (roles: readonly StaffRole[]): boolean =>
  useStaff(({ me }) => me !== null && roles.includes(me.role))

/** Shows what only some roles may do; to others, who may, and that they may not. */
export function For({ roles, what, children }: { roles: readonly StaffRole[]; what: string; children: ReactNode }) {
  if (useMay(roles)) return children
  return (
    <p className="locked">
      <Icon name="lock" small />
      {what}: {roles.map((role) => roleWords[role]).join('·')} 권한이 필요합니다
    </p>
  )
}
