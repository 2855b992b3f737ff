import { formatCountdown } from '@maru/ui'
import { useSecondsLeft } from './use-clock.ts'

/** What is left until a time of the server's clock, to the second; 0 once it is over. */
export function Countdown({ until }: { until: number }) {
  const left = useLeft(until)
  return (
    <b className="num" translate="no">
      {formatCountdown(left)}
    </b>
  )
}

/** Milliseconds until a time of the server's clock, to the second. */
export const useLeft = (until: number): number => useSecondsLeft(until) * 1_000
