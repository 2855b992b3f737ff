import { call } from '@maru/client/api/client'
import type { Halving } from '@maru/contract'
import { queryOptions } from '@tanstack/react-query'

/** Windows are asked for again after this: a calendar changes a few times a day. */
const freshMs = 5 * 60_000

/** When new positions open at half the leverage. */
export const halvingQuery = queryOptions({
  queryKey: ['public', 'halving'],
  queryFn: () => call('GET /api/stock/halving'),
  staleTime: freshMs,
  refetchInterval: freshMs,
  meta: { public: true },
})

type Window = Halving['windows'][number]

/** The window that a time lies in, its end left out. */
export const windowAt = (windows: readonly Window[], at: number): Window | undefined =>
  windows.find(({ from, until }) => from <= at && at < until)
