import type { OutgoingRow } from '@maru/core'
import { type CircuitBreakerPolicy, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { Logger } from 'pino'
import type { Outcome } from './courier.ts'

const failuresInRow = 5
const halfOpenAfterMs = 15_000

export interface Breakers {
  /** The circuit of a site's provider: open after failures in a row, and tried again with one call after a while. */
  of(row: Pick<OutgoingRow, 'siteId' | 'provider'>): CircuitBreakerPolicy
}

/** Hears each change of a circuit. */
export type HearCircuit = (siteId: number, provider: string, state: 'CLOSED' | 'HALF_OPEN' | 'OPEN') => void

/** Circuit breakers by site and provider. A definite refusal is an answer: only what did not get through counts as a failure. */
export function createBreakers(log: Logger, hear: HearCircuit): Breakers {
  const made = new Map<string, CircuitBreakerPolicy>()
  const failing = handleAll.orWhenResult((result) => {
    const state = (result as Outcome | null)?.state
    return state === 'AGAIN' || state === 'UNKNOWN'
  })
  return {
    of({ siteId, provider }) {
      const name = `${siteId}:${provider}`
      let policy = made.get(name)
      if (policy === undefined) {
        policy = circuitBreaker(failing, {
          halfOpenAfter: halfOpenAfterMs,
          breaker: new ConsecutiveBreaker(failuresInRow),
        })
        policy.onBreak(() => {
          log.error({ site: siteId, provider }, 'a provider fails: calls to it are held back')
          hear(siteId, provider, 'OPEN')
        })
        policy.onHalfOpen(() => hear(siteId, provider, 'HALF_OPEN'))
        policy.onReset(() => {
          log.info({ site: siteId, provider }, 'a provider answers again')
          hear(siteId, provider, 'CLOSED')
        })
        made.set(name, policy)
      }
      return policy
    },
  }
}
