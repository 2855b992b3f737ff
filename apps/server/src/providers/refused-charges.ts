import { byProvider } from '@maru/core'
import type { Deps } from '../deps.ts'
import type { CallListener } from './couriers.ts'
import { requestIdIn } from './references.ts'

const longestReason = 200

/** Ends a request at once whose charge its provider refused: nothing will come. A bank's account may be paid into all the same. */
export const refusedCharges =
  ({ core }: Pick<Deps, 'core'>): CallListener =>
  async ({ siteId, provider, id, payload }, { outcome, detail }) => {
    const requestId = requestIdIn(id)
    if (payload['call'] !== 'payment' || outcome !== 'FAILED' || requestId === null) return
    await core.submit({
      kind: 'providerFact',
      ...byProvider(siteId, provider, `${id}:refused`),
      fact: { kind: 'refusal', requestId, detail: (detail ?? '').slice(0, longestReason) },
    })
  }
