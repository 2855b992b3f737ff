import type { Me } from '@maru/contract'
import { create } from 'zustand'

/**
 * pending: a login or logout request runs · success: signed in · fail: a login or a refresh was refused · logout: signed out.
 * idle: start-up has not decided yet.
 */
export type SessionStatus = 'idle' | 'pending' | 'success' | 'fail' | 'logout'

/** Why a member may not be here: he is denied, or his device is blocked for him. */
export type Lock = 'denied' | 'device'

export interface SessionState {
  status: SessionStatus
  me: Me | null
  /** Why the last session ended before its time; the page says it and starts anew. */
  lock: Lock | null
  /** Why start-up could not find out who this is: nothing answered, however often it asked. */
  startFailure: unknown
  /** Unread messages. */
  unread: number
}

export const useSession = create<SessionState>(() => ({
  status: 'idle',
  me: null,
  lock: null,
  startFailure: null,
  unread: 0,
}))
export const currentSession = (): SessionState => useSession.getState()

export const sessionPending = () => useSession.setState({ status: 'pending' })
export const sessionStarted = (me: Me) => useSession.setState({ status: 'success', me, startFailure: null })
/** Ends the session in this page: user and unread count go with it. */
export const sessionEnded = (status: 'fail' | 'logout') =>
  useSession.setState({ status, me: null, startFailure: null, unread: 0 })
/** A member who may not be here. */
export const sessionLocked = (lock: Lock) => useSession.setState({ lock })
/** Start-up did not find out who this is, or (null) tries again. */
export const startFailed = (error: unknown) => useSession.setState({ startFailure: error })
/** Changes single fields of the signed-in member (a new nickname, …). */
export const updateMe = (change: Partial<Me>) =>
  useSession.setState(({ me }) => (me ? { me: { ...me, ...change } } : {}))
