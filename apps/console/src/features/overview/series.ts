import type { HouseLine, HouseTrend } from '@maru/contract'

/** A line of a chart: amounts in KRW at times in ms, and which of the chart's colours it has. */
export interface Series {
  readonly tone: 1 | 2 | 3
  readonly kind: 'line' | 'bars'
  readonly points: readonly { readonly at: number; readonly won: number }[]
}

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
      return { at: from + (at + 1) * hourMs, won: sum }
    })
    // Hours to come have no result yet; the present one ends now.
    const past = points.filter(({ at }) => at < now + hourMs)
    return [{ tone: tones[line], kind: 'line', points: [{ at: from, won: 0 }, ...past] }]
  })
}

/** Deposits upwards and withdrawals downwards, by the hour. */
export const flowSeries = ({ from, flows }: HouseTrend): Series[] => [
  { tone: 1, kind: 'bars', points: flows.map((flow, at) => ({ at: from + at * hourMs, won: flow.in })) },
  { tone: 2, kind: 'bars', points: flows.map((flow, at) => ({ at: from + at * hourMs, won: -flow.out })) },
]

/** What members hold, minute by minute. */
export const netSeries = ({ net }: HouseTrend): Series[] => [{ tone: 1, kind: 'line', points: net }]
