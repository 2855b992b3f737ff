import { useEffect, useState } from 'react'
import { clock } from '../shell/server-clock.ts'

const lookMs = 5_000
const minuteOf = (at: number) => Math.floor(at / 60_000) * 60_000

/** The server's time, cut to the minute, epoch ms. */
export function useMinute(): number {
  const [minute, setMinute] = useState(() => minuteOf(clock.now()))
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(clock.now())), lookMs)
    return () => clearInterval(timer)
  }, [])
  return minute
}
