import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { type Draft, nameOfRow } from './draft.ts'
import { Fields } from './fields.tsx'
import { groupsOf } from './groups.ts'
import type { Keys, NamedRow } from './named.ts'
import { settingsFile } from './settings-file.ts'

interface Props {
  siteId: number
  rows: readonly NamedRow[]
  keys: Keys
  draft: Draft
}

/** The numbers of a whole site: its limits, and those of money in and out. */
export function LimitsTab({ siteId, rows, keys, draft }: Props) {
  const mayEdit = useMay('options')
  return (
    <div className="opt-limits">
      <p className="opt-file">
        <SaveCsv {...settingsFile} />
      </p>
      {rows
        .filter(({ scope }) => scope === 'site' || scope === 'money')
        .map((row) => (
          <section key={nameOfRow(row)} className="panel" aria-label={row.name}>
            <h2>{row.name}</h2>
            {groupsOf(row.scope, keys[row.scope]).map((group) => (
              <section key={group.head} className="opt-group" aria-label={`${row.name} ${group.head}`}>
                <h3>{group.head}</h3>
                <Fields siteId={siteId} row={row} keys={group.keys} draft={draft} mayEdit={mayEdit} />
              </section>
            ))}
          </section>
        ))}
    </div>
  )
}
