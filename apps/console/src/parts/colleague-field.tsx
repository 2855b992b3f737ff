interface Props {
  readonly label: string
  /** The number of who is chosen; empty: nobody. */
  readonly value: string
  readonly colleagues: readonly { readonly id: number; readonly name: string }[] | undefined
  readonly onChange: (id: string) => void
  /** What nobody chosen means. */
  readonly none: string
}

/** A colleague in a dialog, by name and number. */
export function ColleagueField({ label, value, colleagues, onChange, none }: Props) {
  return (
    <label className="why">
      <span className="lb">{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {colleagues?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name} · {id}
          </option>
        ))}
      </select>
    </label>
  )
}
