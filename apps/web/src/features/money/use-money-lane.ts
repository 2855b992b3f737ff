import type { ApiError } from '@maru/client/api/error'
import { loadPart, reportMissing } from '@maru/client/page/chunk-recovery'
import type { BodyOf, ReplyOf } from '@maru/contract/client'
import { useEffect, useState } from 'react'
import type { LaneState } from '../../trading/lanes.ts'
import type { MoneyCall, MoneyLane } from './lanes.ts'

/** A part of its own: the forms are painted without it. */
const load = () => loadPart(() => import('./lanes.ts'))

/**
 * The requests of one kind: one is under way at a time. One that an earlier life of the page sent is under way until it is known what
 * became of it, and that is said.
 */
export function useMoneyLane(lane: MoneyLane) {
  const [state, setState] = useState<LaneState | null>(null)
  useEffect(() => {
    let end: (() => void) | null = () => undefined
    load().then(({ follow, resumeCommands }) => {
      if (end === null) return
      end = follow(lane, setState)
      void resumeCommands()
    }, reportMissing)
    return () => {
      end?.()
      end = null
    }
  }, [lane])
  return {
    /** null: a request may be sent. */
    busy: state === 'done' ? null : state,
    /** Sends a request. Resolves to its reply, or to null where one is under way, or it was refused and `onRefusal` has heard why. */
    async run<N extends MoneyCall>(
      name: N,
      body: BodyOf<N>,
      onRefusal?: (refusal: ApiError) => void,
      key?: string,
    ): Promise<ReplyOf<N> | null> {
      const part = await load().catch(reportMissing)
      return part ? part.run(lane, name, body, onRefusal, key) : null
    },
  }
}
