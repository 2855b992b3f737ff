import { Button, Icon, IconButton } from '@maru/ui'
import { type Line, type TableType, tableForms } from './tables.ts'
import { t } from './texts.ts'

interface Props {
  label: string
  type: TableType
  lines: readonly Line[]
  mayEdit: boolean
  onEdit: (lines: readonly Line[]) => void
}

/** A table among the settings: brackets, coins or pauses, cell by cell. */
export function TableField({ label, type, lines, mayEdit, onEdit }: Props) {
  const { columns, fixed, added, linesOf, read } = tableForms[type]
  const stored = read(lines)
  // What follows from other columns is shown as it will be.
  const following = stored === null ? lines : linesOf(stored)
  const canGrow = mayEdit && added !== null
  const set = (at: number, key: string, value: string | boolean) =>
    onEdit(lines.map((line, index) => (index === at ? { ...line, [key]: value } : line)))
  return (
    <section className="opt-table" aria-label={label}>
      <h3>{label}</h3>
      {lines.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              {columns.map(([key, head]) => (
                <th key={key}>{head}</th>
              ))}
              {canGrow && (
                <th>
                  <span className="sr">{t('delete')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a table keep their places.
              <tr key={at}>
                {columns.map(([key, head]) => (
                  <td key={key} className="num">
                    <Cell
                      label={`${head} ${at + 1}`}
                      value={fixed.includes(key) ? (following[at]?.[key] ?? '') : (line[key] ?? '')}
                      isFixed={!mayEdit || fixed.includes(key)}
                      onEdit={(value) => set(at, key, value)}
                    />
                  </td>
                ))}
                {canGrow && (
                  <td>
                    <IconButton
                      label={t('deleteLine', { line: at + 1 })}
                      onClick={() => onEdit(lines.filter((_, index) => index !== at))}
                    >
                      <Icon name="close" />
                    </IconButton>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {canGrow && (
        <Button size={36} onClick={() => onEdit([...lines, added])}>
          {t('addLine')}
        </Button>
      )}
      {stored === null && <p className="over">{faults[type]}</p>}
      {notes[type] !== undefined && <p className="dim">{notes[type]}</p>}
    </section>
  )
}

const faults: Readonly<Record<TableType, string>> = {
  brackets: t('notNumber'),
  coins: t('notNumber'),
  pauses: t('needDays'),
}
const notes: Readonly<Partial<Record<TableType, string>>> = {
  brackets: t('noLooser'),
  pauses: t('pausesHint'),
}

interface CellProps {
  label: string
  value: string | boolean
  isFixed: boolean
  onEdit: (value: string | boolean) => void
}

function Cell({ label, value, isFixed, onEdit }: CellProps) {
  if (typeof value === 'boolean')
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        disabled={isFixed}
        onChange={(event) => onEdit(event.currentTarget.checked)}
      />
    )
  if (isFixed) return value
  return (
    <input
      className="opt-cell"
      aria-label={label}
      inputMode="decimal"
      maxLength={24}
      value={value}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  )
}
