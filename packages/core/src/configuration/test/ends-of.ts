import type { Key, KeysOf } from '../key.ts'

/** Both ends of what each key allows, one change each, as the row has it. */
export function endsOf<Row>(keys: KeysOf<Row>): Partial<Row>[] {
  const entries = Object.entries(keys) as [string, Key<never>][]
  return entries.flatMap(([name, { form }]) => endsOfOne(form).map((value) => ({ [name]: value }) as Partial<Row>))
}

function endsOfOne({ type, min, max }: Key['form']): readonly (boolean | number | bigint)[] {
  if (type === 'flag') return [true, false]
  if (type === 'whole') return [Number(min), Number(max)]
  return type === 'amount' ? [BigInt(min!), BigInt(max!)] : []
}

/** A change as the name of its test. */
export const named = (change: object): string =>
  JSON.stringify(change, (_, value) => (typeof value === 'bigint' ? String(value) : value))
