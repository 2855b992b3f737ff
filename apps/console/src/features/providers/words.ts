import type { OutgoingCall, ProviderHealth, ReceivedEvent } from '@maru/contract'
import type { BadgeTone } from '@maru/ui'

export const breakerTones: Readonly<Record<ProviderHealth['breaker'], BadgeTone>> = {
  CLOSED: 'neutral',
  HALF_OPEN: 'warn',
  OPEN: 'warn',
}
export const callTones: Readonly<Record<OutgoingCall['state'], BadgeTone>> = {
  QUEUED: 'neutral',
  SENDING: 'neutral',
  UNKNOWN: 'warn',
  SENT: 'ok',
  FAILED: 'warn',
  DEAD: 'warn',
  EXPIRED: 'neutral',
}
export const eventTones: Readonly<Record<ReceivedEvent['state'], BadgeTone>> = {
  DONE: 'ok',
  REFUSED: 'warn',
  WAITING: 'neutral',
  FAULTY: 'warn',
}

/** Share of the calls of a day that got through, in percent with two decimals; null: none was made. */
export function shareOf({ done, failed }: Pick<ProviderHealth, 'done' | 'failed'>): string | null {
  const all = done + failed
  return all === 0 ? null : `${((done / all) * 100).toFixed(2)}%`
}

/** Is there something that a person should look at? */
export const isOdd = ({ barred, breaker, unknown, failed, webhooksFaulty }: ProviderHealth): boolean =>
  barred !== null || breaker !== 'CLOSED' || unknown > 0 || failed > 0 || webhooksFaulty > 0
