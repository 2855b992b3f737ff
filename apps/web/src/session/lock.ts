import { isApiError } from '@maru/client/api/error'
import type { Me } from '@maru/contract'
import { isMobile } from '@maru/contract/device'
import type { Lock } from './store.ts'

/** Why a member may not use the page, by what the server says of him. */
export function lockOf(me: Pick<Me, 'status' | 'etcJson'>): Lock | null {
  if (me.status === 'DENY') return 'denied'
  return me.etcJson.blockDevice?.includes('M') && isOnMobile() ? 'device' : null
}

/** An iPad in desktop mode calls itself a Mac, but no Mac has a touch screen. */
const isOnMobile = (): boolean =>
  isMobile(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** The same, by a refusal: at sign-in, in a refresh, or of any call. */
export function lockOfError(error: unknown): Lock | null {
  if (!isApiError(error)) return null
  if (error.code === 'ACCOUNT_DENIED') return 'denied'
  return error.code === 'DEVICE_MOBILE_BLOCKED' ? 'device' : null
}
