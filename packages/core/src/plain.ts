/**
 * How arguments and answers of queries cross a process: JSON, in which an amount (a bigint) is an object with the one field `$int`. Plain
 * data is what comes back as it was: no undefined, no functions, no objects with behaviour.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? { $int: String(inner) } : inner))

/** What `toJson` was given. */
export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_key, inner) => {
    const amount = inner !== null && typeof inner === 'object' ? (inner as { $int?: unknown }).$int : undefined
    return typeof amount === 'string' ? BigInt(amount) : inner
  })
