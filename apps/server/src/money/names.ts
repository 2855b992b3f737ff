/** Whether two spellings are of one name: spaces, case and form do not matter. */
export const isSameName = (one: string, other: string): boolean => bare(one) === bare(other)

const bare = (name: string): string => name.normalize('NFKC').replace(/\s/g, '').toLowerCase()
