import { useSecondsLeft } from './use-clock.ts'

/** What is left until a time of the server's clock, to the second; 0 once it is over. */
export function Countdown({ until }: { until: number }) {
  const left = useLeft(until)
  return <b className="num">{clockOf(left)}</b>
}

/** Milliseconds until a time of the server's clock, to the second. */
export const useLeft = (until: number): number => useSecondsLeft(until) * 1_000

/** What is left of a time, as a clock shows it: 1:59:38, 9:05. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
