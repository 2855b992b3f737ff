import type { ArrivalRow } from './tables.ts'

/** What names coins on their way in. */
export const arrivalName = (row: Pick<ArrivalRow, 'siteId' | 'network' | 'txid' | 'output'>): string =>
  `${row.siteId}:${row.network}:${row.txid}:${row.output}`
