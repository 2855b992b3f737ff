import type { Me } from '@maru/contract'
import { lockOf, lockOfError } from './lock.ts'
import type { Lock } from './store.ts'

export interface StartupPorts {
  loadSite: () => Promise<void>
  hasAccessToken: () => boolean
  hasRefreshToken: () => boolean
  /** Me and wallet together. */
  loadMember: () => Promise<Me>
  /** Trades the refresh token; false when there is no session any more. Throws when that got no answer. */
  refresh: () => Promise<boolean>
  started: (me: Me) => void
  signOut: () => void
  lockOut: (lock: Lock) => void
  /** Nothing answered, however often it was asked: who this is stays open. */
  failed: (error: unknown) => void
  report: (error: unknown) => void
  wait: (ms: number) => Promise<void>
}

/** Pauses before start-up is tried again. */
const pausesMs = [500, 1_500]

/**
 * The start of the page (specification 4): the site first; with a stored access token me and wallet; if either fails the
 * refresh token is tried; without one the member is signed out. What gets no answer is asked again, and then told: a server
 * that is away for a moment signs nobody out. Whatever goes wrong, the page still opens.
 */
export async function startSession(ports: StartupPorts): Promise<void> {
  for (const pause of [...pausesMs, null]) {
    try {
      return await startOnce(ports)
    } catch (error) {
      ports.report(error)
      if (pause === null) return ports.failed(error)
      await ports.wait(pause)
    }
  }
}

async function startOnce(ports: StartupPorts): Promise<void> {
  await ports.loadSite()
  const found = await storedMember(ports)
  if (found === null) return ports.signOut()
  if (typeof found === 'string') return ports.lockOut(found)
  ports.started(found)
}

async function storedMember(ports: StartupPorts): Promise<Me | Lock | null> {
  if (!ports.hasAccessToken()) return null
  try {
    return admitted(await ports.loadMember())
  } catch (error) {
    const lock = lockOfError(error)
    if (lock) return lock
    if (!ports.hasRefreshToken()) return null
    ports.report(error)
    return (await ports.refresh()) ? admitted(await ports.loadMember()) : null
  }
}

const admitted = (me: Me): Me | Lock => lockOf(me) ?? me
