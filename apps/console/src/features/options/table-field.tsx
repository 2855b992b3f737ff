import { type Line, tableForms } from './tables.ts'

interface Props {
  label: string
  type: keyof typeof tableForms
  lines: readonly Line[]
  mayEdit: boolean
  onEdit: (lines: readonly Line[]) => void
}

/** A table among the settings: brackets or coins, cell by cell. */
export function TableField({ label, type, lines, mayEdit, onEdit }: Props) {
  const { columns, fixed, linesOf, read } = tableForms[type]
  const stored = read(lines)
  // What follows from other columns is shown as it will be.
  const following = stored === null ? lines : linesOf(stored)
  const set = (at: number, key: string, value: string | boolean) =>
    onEdit(lines.map((line, index) => (index === at ? { ...line, [key]: value } : line)))
  return (
    <section className="opt-table" aria-label={label}>
      <h3>{label}</h3>
      <table className="t">
        <thead>
          <tr>
            {columns.map(([key, head]) => (
              <th key={key}>{head}</th>
            ))}
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
            </tr>
          ))}
        </tbody>
      </table>
      {stored === null && <p className="over">숫자가 아닌 칸이 있습니다</p>}
      {type === 'brackets' && <p className="dim">출고 구간보다 느슨하게 바꿀 수 없습니다</p>}
    </section>
  )
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
