import { Button, Icon, IconButton } from '@maru/ui'
import { type Line, type TableType, tableForms } from './tables.ts'

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
                  <span className="sr">지우기</span>
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
                      label={`${at + 1}번째 줄 지우기`}
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
          줄 더하기
        </Button>
      )}
      {stored === null && <p className="over">{faults[type]}</p>}
      {notes[type] !== undefined && <p className="dim">{notes[type]}</p>}
    </section>
  )
}

const faults: Readonly<Record<TableType, string>> = {
  brackets: '숫자가 아닌 칸이 있습니다',
  coins: '숫자가 아닌 칸이 있습니다',
  pauses: '요일을 하나 이상 고르고 시작보다 늦은 끝 시각을 적어 주세요',
}
const notes: Readonly<Partial<Record<TableType, string>>> = {
  brackets: '출고 구간보다 느슨하게 바꿀 수 없습니다',
  pauses: '한국 시각입니다. 쉬는 동안 새 주문만 받지 않고, 청산은 늘 됩니다. 자정을 넘으면 두 줄로 나눠 적어 주세요.',
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
