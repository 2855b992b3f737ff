import type { Key, KeysOf } from '../key.ts'

type Value = boolean | number | bigint | readonly object[]

/** Both ends of what each key allows, one change each, as the row has it. `tables`: the ends of what is no number. */
export function endsOf<Row>(
  keys: KeysOf<Row>,
  tables: { readonly [K in keyof Row]?: readonly Row[K][] } = {},
): Partial<Row>[] {
  const entries = Object.entries(keys) as [string, Key<never>][]
  return entries.flatMap(([name, { form }]) => {
    const values = tables[name as keyof Row] ?? endsOfOne(form)
    if (values.length === 0) throw new Error(`${name} has no ends`)
    return values.map((value) => ({ [name]: value }) as Partial<Row>)
  })
}

function endsOfOne({ type, min, max }: Key['form']): readonly Value[] {
  if (type === 'flag') return [true, false]
  if (type === 'whole') return [Number(min), Number(max)]
  if (type === 'amount') return [BigInt(min!), BigInt(max!)]
  // None, and one that never ends.
  return type === 'pauses' ? ([[], [{ days: 127, from: 0, to: 1_440 }]] as unknown as readonly Value[]) : []
}

/** A change as the name of its test. */
export const named = (change: object): string =>
  JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? String(value) : value))
