/** A bug: the state contradicts itself. The runner must stop and restore from the database; never patch. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
}

/**
 * Throws InvariantBroken unless the condition holds. Stays on in production. `of`: whose row it is, or which number. It is apart from the
 * text where rows change by the thousand, so that no text is built while the condition holds.
 */
export function invariant(condition: boolean, what: string, of?: number | bigint): asserts condition {
  if (!condition) throw new InvariantBroken(of === undefined ? what : `${what}: ${of}`)
}
