import type { Me } from '@maru/contract'
import { create } from 'zustand'

/**
 * pending: a login or logout request runs · success: signed in · fail: a login or a refresh was refused · logout: signed out.
 * idle: start-up has not decided yet.
 */
export type SessionStatus = 'idle' | 'pending' | 'success' | 'fail' | 'logout'

export interface SessionState {
  status: SessionStatus
  me: Me | null
  /** Unread messages. */
  unread: number
}

export const useSession = create<SessionState>(() => ({ status: 'idle', me: null, unread: 0 }))
export const currentSession = (): SessionState => useSession.getState()

export const sessionPending = () => useSession.setState({ status: 'pending' })
export const sessionStarted = (me: Me) => useSession.setState({ status: 'success', me })
/** Ends the session in this page: user and unread count go with it. */
export const sessionEnded = (status: 'fail' | 'logout') => useSession.setState({ status, me: null, unread: 0 })
/** Changes single fields of the signed-in member (a new nickname, …). */
export const updateMe = (change: Partial<Me>) =>
  useSession.setState(({ me }) => (me ? { me: { ...me, ...change } } : {}))
