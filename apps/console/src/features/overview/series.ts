import type { HouseLine, HouseTrend } from '@maru/contract'
import type { Series } from '../../parts/time-chart.tsx'

const hourMs = 3_600_000
const tones: Readonly<Record<HouseLine['line'], Series['tone']>> = { ROUND: 1, OVERSEA: 2, FUTURES: 3 }

/** What each line earned since the period began, hour by hour up to the newest one in which anything happened. */
export function resultSeries({ from, lines, net }: HouseTrend): Series[] {
  const now = net.at(-1)?.at ?? from
  return lines.flatMap(({ line, won }): Series[] => {
    if (won === null) return []
    let sum = 0
    const points = won.map((hour, at) => {
      sum += hour
      return { at: from + (at + 1) * hourMs, value: sum }
    })
    // Hours to come have no result yet; the present one ends now.
    const past = points.filter(({ at }) => at < now + hourMs)
    return [{ tone: tones[line], kind: 'line', points: [{ at: from, value: 0 }, ...past] }]
  })
}

/** How today's figures rose hour by hour up to now, in KRW: the result of all lines, deposits and withdrawals. */
export function coursesOf({ from, lines, flows, net }: HouseTrend): Record<'result' | 'in' | 'out', number[]> {
  const now = net.at(-1)?.at ?? from
  const hours = Math.min(flows.length, Math.max(1, Math.ceil((now - from) / hourMs)))
  const course = (of: (hour: number) => number) => {
    let sum = 0
    return [0, ...Array.from({ length: hours }, (_, hour) => (sum += of(hour)))]
  }
  return {
    result: course((hour) => lines.reduce((sum, { won }) => sum + (won?.[hour] ?? 0), 0)),
    in: course((hour) => flows[hour]?.in ?? 0),
    out: course((hour) => flows[hour]?.out ?? 0),
  }
}

/** Deposits upwards and withdrawals downwards, by the hour. */
export const flowSeries = ({ from, flows }: HouseTrend): Series[] => [
  { tone: 1, kind: 'bars', points: flows.map((flow, at) => ({ at: from + at * hourMs, value: flow.in })) },
  { tone: 2, kind: 'bars', points: flows.map((flow, at) => ({ at: from + at * hourMs, value: -flow.out })) },
]

/** What members hold, minute by minute. */
export const netSeries = ({ net }: HouseTrend): Series[] => [
  { tone: 1, kind: 'line', points: net.map(({ at, won }) => ({ at, value: won })) },
]
