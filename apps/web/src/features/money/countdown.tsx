import { useEffect, useState } from 'react'
import { clockOf } from './words.ts'

/** What is left until a time of the wall clock, to the second; 0 once it is over. */
export function Countdown({ until }: { until: number }) {
  const left = useLeft(until)
  return <b className="num">{clockOf(left)}</b>
}

/** Milliseconds until a time of the wall clock, renewed each second. */
export function useLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, until - now)
}
