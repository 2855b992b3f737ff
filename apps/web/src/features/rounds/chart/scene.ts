import type { Side } from '@maru/contract'

/** What the chart shows beside the line. Times in epoch ms, prices as numbers for drawing only. */
export interface Scene {
  /** Rent: between start and close. Binary: from its opening to its close. */
  readonly running: { readonly from: number; readonly to: number; readonly label: string } | null
  /** Rent: the round on the ticket. Binary: from the lock to the close. */
  readonly next: { readonly from: number; readonly to: number; readonly label: string } | null
  readonly strikes: readonly { readonly price: number; readonly label: string }[]
  /** Where the line is filled towards the strike. */
  readonly fill: { readonly from: number; readonly price: number } | null
  readonly bets: readonly { readonly at: number; readonly side: Side }[]
  readonly results: readonly { readonly at: number; readonly status: 1 | 2 | 3 }[]
  /** Right edge of the picture. */
  readonly until: number
}

export const emptyScene = (until: number): Scene => ({
  running: null,
  next: null,
  strikes: [],
  fill: null,
  bets: [],
  results: [],
  until,
})

/** The colours of the chart, read from the page's tokens whenever theme or palette change. */
export interface ChartColors {
  readonly ground: string
  readonly text1: string
  readonly text2: string
  readonly text3: string
  readonly line: string
  readonly lineStrong: string
  readonly control: string
  readonly controlHi: string
  readonly accent: string
  readonly accentText: string
  readonly accentSoft: string
  readonly up: string
  readonly down: string
  readonly upText: string
  readonly downText: string
  readonly upFill: string
  readonly downFill: string
  readonly font: string
}

export function colorsOf(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: token('--bg'),
    text1: token('--text-1'),
    text2: token('--text-2'),
    text3: token('--text-3'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    control: token('--control'),
    controlHi: token('--control-hi'),
    accent: token('--accent'),
    accentText: token('--accent-text'),
    accentSoft: token('--accent-soft'),
    up: token('--up'),
    down: token('--down'),
    upText: token('--up-text'),
    downText: token('--down-text'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    font: token('--font'),
  }
}
