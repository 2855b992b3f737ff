import { formatCountdown } from '@maru/ui'
import { progress, useSecondsLeft, useServerTime } from '../../live/index.ts'

/** mm:ss until `target`; the only thing that renders each second. */
export function Countdown({ target }: { target: number }) {
  return <>{formatCountdown(useSecondsLeft(target) * 1000)}</>
}

/** A bar that fills from `from` to `to`. It glides from second to second; the figure beside it is the exact one. */
export function TimeBar({ from, to }: { from: number; to: number }) {
  const now = useServerTime(1000) + 1000
  return <b style={{ transform: `scaleX(${progress(from, to, now)})` }} />
}
