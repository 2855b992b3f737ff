/** What one book keeps in the state. Who reads it imports the book: nobody meets another book's part by accident. */
export interface Part<S> {
  readonly create: () => S
}

export const newPart = <S>(create: () => S): Part<S> => ({ create })

/** The parts of one core; each begins empty when it is asked for first. */
export class Parts {
  readonly #held = new Map<Part<unknown>, unknown>()

  of<S>(part: Part<S>): S {
    let held = this.#held.get(part) as S | undefined
    if (held === undefined) {
      held = part.create()
      this.#held.set(part, held)
    }
    return held
  }
}
