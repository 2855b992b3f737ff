import type { Me } from '@maru/contract'

export interface StartupPorts {
  loadSite: () => Promise<void>
  hasAccessToken: () => boolean
  hasRefreshToken: () => boolean
  /** Me and wallet together. */
  loadMember: () => Promise<Me>
  /** Trades the refresh token; false when there is no session any more. */
  refresh: () => Promise<boolean>
  started: (me: Me) => void
  signOut: (reason: 'none' | 'denied' | 'device') => Promise<void>
  report: (error: unknown) => void
}

/**
 * The start of the page (specification 4): the site first; with a stored access token me and wallet; if either fails the
 * refresh token is tried; without one the member is signed out. Whatever goes wrong, the page still opens.
 */
export async function startSession(ports: StartupPorts): Promise<void> {
  try {
    await ports.loadSite()
    const me = await storedMember(ports)
    if (!me) return await ports.signOut('none')
    const locked = lockOf(me)
    if (locked) return await ports.signOut(locked)
    ports.started(me)
  } catch (error) {
    ports.report(error)
  }
}

async function storedMember(ports: StartupPorts): Promise<Me | null> {
  if (!ports.hasAccessToken()) return null
  try {
    return await ports.loadMember()
  } catch (error) {
    if (!ports.hasRefreshToken()) return null
    ports.report(error)
    return (await ports.refresh()) ? await ports.loadMember() : null
  }
}

/** Why a member may not use the page: a denied account, or a device that is blocked for him. */
export function lockOf(me: Pick<Me, 'status' | 'etcJson'>): 'denied' | 'device' | null {
  if (me.status === 'DENY') return 'denied'
  return me.etcJson.blockDevice?.includes('M') ? 'device' : null
}
