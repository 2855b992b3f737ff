import { fieldsOf, keptSettings } from '../../settings/kept.ts'
import { nameOf } from './names.ts'

/** Symbols that the member marked, in the order in which he did; the same in rounds, futures and overseas futures. */
interface Favourites {
  readonly symbols: readonly string[]
}

const { useSettings: useFavourites, change } = keptSettings('favourites', readFavourites)

export { useFavourites }

export function readFavourites(text: string | null): Favourites {
  const { symbols } = fieldsOf(text)
  return { symbols: Array.isArray(symbols) ? symbols.filter((one) => typeof one === 'string') : [] }
}

/** Marks an instrument, or takes the mark away. */
export function toggleFavourite(stock: string): void {
  const symbol = nameOf(stock)
  const { symbols } = useFavourites.getState()
  change({ symbols: symbols.includes(symbol) ? symbols.filter((one) => one !== symbol) : [...symbols, symbol] })
}

/** Marked instruments first, in the order of their marks; the others as they were. */
export function favouritesFirst<T extends { readonly stock: string }>(
  instruments: readonly T[],
  symbols: readonly string[],
): T[] {
  const rank = ({ stock }: T) => {
    const at = symbols.indexOf(nameOf(stock))
    return at < 0 ? symbols.length : at
  }
  return instruments.toSorted((a, b) => rank(a) - rank(b))
}
