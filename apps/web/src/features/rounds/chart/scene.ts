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
