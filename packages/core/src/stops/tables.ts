import { text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** A line of products; COPY is what opens by copying a trader. */
export type Line = 'ROUND' | 'FUTURES' | 'OVERSEA' | 'COPY'
export type StopScope = 'INSTRUMENT' | 'LINE' | 'WITHDRAWALS'

export const stopTables = {
  /** Emergency stops. One person stops, another one confirms it, two open again: none ends by itself. Times are of the wall clock. */
  stops: table(
    'stop',
    {
      siteId: whole.key,
      id: whole.key,
      scope: text<StopScope>(),
      /** Of an instrument: the line in which it is stopped, null: in all. */
      line: text<Line>().orNull,
      instrument: text().orNull,
      reason: text(),
      givenBy: whole, // staffId
      givenAt: whole,
      /** Until then a second person is to confirm it. The alarm lasts until somebody does. */
      confirmBy: whole,
      confirmedBy: whole.orNull.changing,
      confirmedAt: whole.orNull.changing,
      openedBy: whole.orNull.changing,
      openedApprovedBy: whole.orNull.changing,
      openedReason: text().orNull.changing,
      openedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'openedAt' },
  ),
}

export interface StopRow extends RowOf<typeof stopTables.stops> {}
