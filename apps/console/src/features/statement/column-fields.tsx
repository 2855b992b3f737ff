import type { StatementColumns } from '@maru/contract'
import { SelectField } from '../../parts/select-field.tsx'
import { t } from './texts.ts'

export type Chosen = Partial<StatementColumns>

const fields = [
  ['at', t('colAt')],
  ['time', t('colTime')],
  ['amount', t('colAmount')],
  ['moneyIn', t('colIn')],
  ['moneyOut', t('colOut')],
  ['fee', t('colFee')],
  ['reference', t('colReference')],
  ['providerRef', t('colRef')],
  ['kind', t('colKind')],
  ['valueDate', t('colValueDate')],
] as const satisfies readonly (readonly [keyof StatementColumns, string])[]

/** The columns that a file can be read by; null: one is missing. */
export function wholeColumns({ at, ...rest }: Chosen): StatementColumns | null {
  const { amount, moneyIn, moneyOut } = rest
  const isNamed = amount !== undefined || (moneyIn !== undefined && moneyOut !== undefined)
  return at === undefined || !isNamed ? null : { at, ...rest }
}

interface Props {
  head: readonly string[]
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}

/** Which column of a bank's own file holds what. */
export function ColumnFields({ head, chosen, onChosen }: Props) {
  const choices = head.map((name) => ({ value: name, label: name }))
  const choose = (field: keyof StatementColumns, name: string) => {
    const { [field]: _, ...others } = chosen
    onChosen(name === '' ? others : { ...others, [field]: name })
  }
  return (
    <fieldset className="columns">
      <legend>{t('columns')}</legend>
      <p className="dim">{t('columnsHint')}</p>
      {fields.map(([field, label]) => (
        <SelectField
          key={field}
          label={label}
          none={t('columnNone')}
          value={chosen[field] ?? ''}
          choices={choices}
          onChange={(name) => choose(field, name)}
        />
      ))}
    </fieldset>
  )
}
