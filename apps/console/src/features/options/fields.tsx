import { TextField } from '@maru/ui'
import { durationText, placeOf, settingText } from '../../parts/setting-text.ts'
import { type Draft, type Edited, edit, editedOf, nameOfRow, readEdited } from './draft.ts'
import { rangeOf } from './figures.ts'
import type { NamedKey, NamedRow } from './named.ts'
import { TableField } from './table-field.tsx'
import { isTable } from './tables.ts'
import { t } from './texts.ts'

interface Props {
  siteId: number
  row: NamedRow
  keys: readonly NamedKey[]
  draft: Draft
  mayEdit: boolean
}

/** The values of a row, each with its range and what is shipped. */
export function Fields({ siteId, row, keys, draft, mayEdit }: Props) {
  const name = nameOfRow(row)
  return (
    <div className="opt-fields">
      {keys.map((key) => {
        const held = editedOf(row.values[key.key], key)
        const value = draft[name]?.[key.key]
        return (
          <Field
            key={key.key}
            row={row}
            of={key}
            held={held}
            value={value ?? held}
            mayEdit={mayEdit}
            onEdit={(next) =>
              edit(siteId, name, key.key, JSON.stringify(next) === JSON.stringify(held) ? undefined : next)
            }
          />
        )
      })}
    </div>
  )
}

interface FieldProps {
  row: NamedRow
  of: NamedKey
  held: Edited
  value: Edited
  mayEdit: boolean
  onEdit: (value: Edited) => void
}

function Field({ row, of, held, value, mayEdit, onEdit }: FieldProps) {
  const isEdited = value !== held
  if (typeof value === 'boolean')
    return (
      <div className={isEdited ? 'opt-flag ed' : 'opt-flag'}>
        <span>{of.name}</span>
        <button
          type="button"
          role="switch"
          className="sw"
          aria-checked={value}
          aria-label={of.name}
          disabled={!mayEdit}
          onClick={() => onEdit(!value)}
        />
      </div>
    )
  if (typeof value !== 'string') {
    return isTable(of.type) ? (
      <TableField label={of.name} type={of.type} lines={value} mayEdit={mayEdit} onEdit={onEdit} />
    ) : null
  }
  const range = rangeOf(of)
  const isBad = readEdited(value, of) === undefined
  return (
    <div className={isEdited ? 'ed' : undefined}>
      <TextField
        label={of.name}
        inputMode="decimal"
        value={value}
        onValue={onEdit}
        readOnly={!mayEdit}
        maxLength={24}
        end={<span className="dim">{placeOf(of.unit)[1]}</span>}
        error={isBad ? t('between', { range }) : undefined}
        hint={hintOf(row, of, isEdited)}
      />
    </div>
  )
}

function hintOf({ values, defaults }: NamedRow, of: NamedKey, isEdited: boolean): string {
  if (isEdited) return t('nowValue', { value: settingText(values[of.key], of) })
  if (of.key in defaults && defaults[of.key] !== values[of.key])
    return t('defaultValue', { value: settingText(defaults[of.key], of) })
  const value = Number(values[of.key])
  // Seconds and minutes are typed; what they come to is easier to see in larger units.
  const isLong = of.unit === 'ms' && value >= 60_000
  const inWords = isLong ? `${durationText(value)} · ` : of.unit === 'clock' ? `${settingText(value, of)} · ` : ''
  return `${inWords}${rangeOf(of)}`
}
