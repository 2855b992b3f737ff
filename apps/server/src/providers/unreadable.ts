/** Thrown by a handler for a fact that nobody can take over as it is: a person has to look at it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Thrown by a handler that knows when to try again. */
export class Later extends Error {
  override readonly name = 'Later'
  readonly afterMs: number

  constructor(why: string, afterMs: number) {
    super(why)
    this.afterMs = afterMs
  }
}
