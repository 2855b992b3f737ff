/** A bug: the state contradicts itself. The runner must stop and restore from the database; never patch. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
}

/** Throws InvariantBroken unless the condition holds. Stays on in production. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new InvariantBroken(what)
}
