import type { PositionSide } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { limitsQuery, type Rest, restOf } from '../protection/limits.ts'
import { riskQuery } from '../protection/risk.ts'
import type { LaneState } from '../trading/lanes.ts'
import { tellFault } from '../trading/order-bar.tsx'

interface Order {
  /** It opens nothing: whoever has the risk warning to read yet may still close. */
  readonly closes: boolean
  /** What is wrong with it. */
  readonly fault: string | null
  /** The side that a sheet asks about before the order leaves; null where it leaves at once. */
  readonly asks: PositionSide | null
  readonly send: () => void
}

type WaitWord = 'sending' | 'checking' | 'accepted' | 'onBreak' | 'excluded'
type Reader = (word: WaitWord, params?: { readonly time: string }) => string

/** What stands between a ticket's button and its lane. `resume` finds out what became of commands before a reload. */
export function useOrdering(signedIn: boolean, lane: LaneState | null, resume: () => Promise<void>, t: Reader) {
  const navigate = useNavigate()
  const risk = useQuery(riskQuery(signedIn))
  const limits = useQuery(limitsQuery(signedIn)).data
  const [asked, setAsked] = useState<PositionSide | null>(null)
  const [isWarned, setWarned] = useState(false)
  useEffect(() => {
    if (signedIn) void resume()
  }, [signedIn, resume])

  return {
    /** The side that a sheet asks about; null while nothing is asked. */
    asked,
    closeAsked: () => setAsked(null),
    /** The risk warning stands before the order. */
    isWarned,
    closeWarning: () => setWarned(false),
    /** Whether the risk warning is due is not known yet. */
    isPending: signedIn && risk.isPending,
    /** Why no order can be sent now; `opens`: a break or a self-exclusion stands in its way. */
    waitOf: (opens: boolean): string | null =>
      laneWait(lane, t) ?? restWait(signedIn && opens ? restOf(limits, Date.now()) : null, t),
    signIn: () => void navigate('/signin'),
    /** Sends an order, unless something is wrong with it, or has to be read or asked before. */
    take({ closes, fault, asks, send }: Order) {
      if (fault !== null) tellFault(fault)
      else if (risk.data?.isDue && !closes) setWarned(true)
      else if (asks) setAsked(asks)
      else send()
    },
  }
}

function laneWait(lane: LaneState | null, t: Reader): string | null {
  if (lane === null) return null
  return t(lane === 'done' ? 'accepted' : lane)
}

/** A break is told to the minute, a self-exclusion by its day. */
function restWait(rest: Rest | null, t: Reader): string | null {
  if (rest === null) return null
  const isBreak = rest.kind === 'break'
  return t(isBreak ? 'onBreak' : 'excluded', {
    time: formatDateTime(rest.until).slice(...(isBreak ? [5, 16] : [0, 10])),
  })
}
