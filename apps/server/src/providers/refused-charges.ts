import type { Deps } from '../deps.ts'
import type { CallListener } from './couriers.ts'
import { requestIdIn } from './references.ts'
import { reportFact } from './report-fact.ts'

const longestReason = 200

/** Ends a request at once whose charge its provider refused: nothing will come. A bank's account may be paid into all the same. */
export const refusedCharges =
  (deps: Pick<Deps, 'db' | 'core'>): CallListener =>
  async ({ siteId, provider, id, payload }, { outcome, detail }) => {
    const requestId = requestIdIn(id)
    if (payload['call'] !== 'payment' || outcome !== 'FAILED' || requestId === null) return
    const event = { siteId, provider, event: `${id}:refused` }
    await reportFact(deps, event, { kind: 'refusal', requestId, detail: (detail ?? '').slice(0, longestReason) })
  }
