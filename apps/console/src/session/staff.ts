import type { StaffRole } from '@maru/contract'
import { create } from 'zustand'

/** Who works here. */
export interface StaffSelf {
  readonly memberId: number
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  readonly siteIds: readonly number[]
}

/** A partner who is signed in: a member, and no staff. */
export type PartnerSelf = Pick<StaffSelf, 'memberId' | 'username' | 'name'>

/** Why the last session ended before its time. */
export type EndReason = 'idle' | 'over'

export interface StaffState {
  /**
   * starting: nobody knows yet · unreachable: nothing answered · out: nobody is signed in · enrol: a member of staff without an
   * authenticator app is · in: `me` is · partner: `partner` is.
   */
  status: 'starting' | 'unreachable' | 'out' | 'enrol' | 'in' | 'partner'
  me: StaffSelf | null
  partner: PartnerSelf | null
  /** The site whose rows the pages show: one of `siteIds`. */
  siteId: number | null
  ended: EndReason | null
  failure: unknown
}

export const useStaff = create<StaffState>(() => ({
  status: 'starting',
  me: null,
  partner: null,
  siteId: null,
  ended: null,
  failure: null,
}))

/** Is somebody signed in, staff or partner? */
export const isSignedIn = ({ status }: Pick<StaffState, 'status'>): boolean => status === 'in' || status === 'partner'

/** Who is signed in; only pages behind the sign-in ask. */
export function useMe(): StaffSelf {
  const me = useStaff((state) => state.me)
  if (me === null) throw new Error('a page of the console was shown to nobody')
  return me
}

/** The chosen site; only pages behind the sign-in ask. */
export function useSiteId(): number {
  const siteId = useStaff((state) => state.siteId)
  if (siteId === null) throw new Error('a page of the console was shown without a site')
  return siteId
}

const siteKey = 'maru:/console:site'

/** The site of this tab, else the one that was chosen last on this device, where it is one of theirs; else their first. */
export function rememberedSite(siteIds: readonly number[], home: number): number {
  for (const storage of [sessionStorage, localStorage]) {
    const stored = Number(storage.getItem(siteKey))
    if (siteIds.includes(stored)) return stored
  }
  return siteIds.includes(home) ? home : (siteIds[0] ?? home)
}

/** Changes the site of this tab's pages; tabs that are opened later begin with it. */
export function chooseSite(siteId: number) {
  sessionStorage.setItem(siteKey, String(siteId))
  localStorage.setItem(siteKey, String(siteId))
  useStaff.setState({ siteId })
}

/** Role and sites of whoever is signed in, as the server knows them now; tells whether the role is another one. */
export function takeSelf({ role, siteIds }: Pick<StaffSelf, 'role' | 'siteIds'>): boolean {
  const { me, siteId } = useStaff.getState()
  if (me === null || siteId === null) return false
  const isOther = role !== me.role
  if (!isOther && siteIds.join() === me.siteIds.join()) return false
  useStaff.setState({
    me: { ...me, role, siteIds },
    siteId: siteIds.includes(siteId) ? siteId : rememberedSite(siteIds, siteId),
  })
  return isOther
}
