import type { Config } from '../config.ts'
import type { SealedAct } from './store.ts'
import { syslogReceiver } from './syslog.ts'
import { webhookReceiver } from './webhook.ts'

/** Whoever keeps the log of staff where nobody of the house writes. */
export interface LogReceiver {
  /** Hands lines over in their order. Throws where the receiver may not have all of them: they are sent again then. */
  send(lines: readonly SealedAct[], signal: AbortSignal): Promise<void>
}

export const receiverOf = (to: NonNullable<Config['staffLog']>): LogReceiver =>
  to.kind === 'syslog' ? syslogReceiver(to) : webhookReceiver(to)
