import { document, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** What a change is about: a site, or one of its options. */
export type ConfigScope = 'site' | 'money' | 'round' | 'futures' | 'oversea'
export type ConfigState = 'WAITING' | 'APPLIED' | 'REFUSED' | 'WITHDRAWN'

export const configurationTables = {
  /** Changes of the configuration: each waits until its time, and stays as history. */
  configChanges: table(
    'config_change',
    {
      siteId: whole.key,
      id: whole.key,
      scope: text<ConfigScope>(),
      optionId: whole.orNull, // null: the site's
      /** The new value of each key, as it was given. */
      changes: document<Readonly<Record<string, unknown>>>(),
      /** What held for those keys when it was given. */
      before: document<Readonly<Record<string, unknown>>>(),
      reason: text(),
      givenBy: whole, // staffId
      approvedBy: whole.orNull, // another staffId
      effectiveFrom: whole,
      givenAt: whole,
      state: text<ConfigState>().changing,
      /** The key, or the code, that spoke against it when its time had come. */
      refusal: text().orNull.changing,
      decidedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'decidedAt' },
  ),
}

export interface ConfigChangeRow extends RowOf<typeof configurationTables.configChanges> {}
