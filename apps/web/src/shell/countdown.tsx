import { useEffect, useState } from 'react'

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

/** What is left of a time, as a clock shows it: 1:59:38, 9:05. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
