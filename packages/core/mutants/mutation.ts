/** A mutation of one place of the core: a mistake that a person could make there. */
export interface Mutation {
  /** From the root of the repository. */
  readonly file: string
  /** Stands in the file exactly once. */
  readonly from: string
  readonly to: string
  /** Why nothing can notice it, where that is so. */
  readonly explanation: string | null
}

type Change = readonly [file: string, from: string, to: string, explanation?: string]

/** The changes of one folder. */
export const changesOf = (folder: string, changes: readonly Change[]): Mutation[] =>
  changes.map(([file, from, to, explanation]) => ({
    file: `packages/${folder}/${file}`,
    from,
    to,
    explanation: explanation ?? null,
  }))

/** The unique name of a mutation. */
export const nameOf = ({ file, from, to }: Mutation): string => JSON.stringify([file, from, to])

/** A file's text with the change made; throws where its place is not found, or not the only one. */
export function mutate(text: string, { file, from, to }: Mutation): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} stands ${parts.length - 1} times in ${file}`)
  return parts.join(to)
}
