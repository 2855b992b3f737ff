import { Icon, IconButton } from '@maru/ui'
import { NewerValue } from '../../parts/newer-value.tsx'
import { settingText } from '../../parts/setting-text.ts'
import { nameOfRow, type Pending } from './draft.ts'
import { t } from './texts.ts'

/** An edited value among the others. */
export const lineOf = ({ row, key }: Pending): string => `${nameOfRow(row)}.${key.key}`

interface Props {
  one: Pending
  /** What stood when the edit began, where it does no more. */
  was: string | null
  onDrop: () => void
  onKeep: () => void
}

/** One edited value, before → after, and what somebody else made of it meanwhile. */
export function PendingLine({ one: { row, key, before, value }, was, onDrop, onKeep }: Props) {
  const name = `${row.name} · ${key.name}`
  return (
    <li>
      <span>{name}</span>
      <IconButton label={t('undoOf', { name })} onClick={onDrop}>
        <Icon name="close" />
      </IconButton>
      <span className="ba num">
        {settingText(before, key)} → <b>{value === undefined ? t('checkThis') : settingText(value, key)}</b>
      </span>
      <NewerValue name={name} was={was} now={settingText(before, key)} onTake={onDrop} onKeep={onKeep} />
    </li>
  )
}
