import { Refused } from './refused.ts'

/** Finds the options that rows name, each of them known to the site. */
export function optionFinder<T extends { readonly id: number }>(options: readonly T[]): (id: number) => T {
  const byId = new Map(options.map((option) => [option.id, option]))
  return (id) => {
    const option = byId.get(id)
    if (option === undefined) throw new Refused('STOCK_NOT_FOUND')
    return option
  }
}
