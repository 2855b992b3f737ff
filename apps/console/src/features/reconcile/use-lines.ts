import { call, download } from '@maru/client/api/client'
import type { ReconcileAccount, ReconcileLine } from '@maru/contract'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'

export interface Opened {
  readonly line: ReconcileLine
  readonly account: Pick<ReconcileAccount, 'provider' | 'currency' | 'day'>
}
export type View = 'ALL' | 'OPEN'

/** The lines of a day of an account. */
export function useLines(account: Opened['account'], view: View) {
  const { provider, currency, day } = account
  const wanted = { provider, currency, day, view }
  const read = (asked: Asked) => call('GET /api/console/reconciliation/lines', { query: { ...wanted, ...asked } })
  return {
    file: (signal: AbortSignal) => download('GET /api/console/reconciliation/lines.csv', { query: wanted, signal }),
    list: usePaged<ReconcileLine>(['reconcile-lines', provider, currency, day, view], read, { everyMs: deskPollMs }),
  }
}
