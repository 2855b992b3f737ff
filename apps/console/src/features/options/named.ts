import type { ConfigKey, ConfigRow, ConfigScope } from '@maru/contract'
import { said } from '../../parts/desk-words.ts'

/** What the console names in its own language. */
type Named<T> = Omit<T, 'name'> & { readonly name: string }
/** A number that staff may change. */
export type NamedKey = Named<ConfigKey>
/** What holds for a site, or for one of its options. */
export type NamedRow = Named<ConfigRow>
export type Keys = Readonly<Record<ConfigScope, readonly NamedKey[]>>

export const inWords = <T extends { readonly name: ConfigKey['name'] }>(of: T): Named<T> => ({
  ...of,
  name: said(of.name),
})

export const keysInWords = (keys: Readonly<Record<ConfigScope, readonly ConfigKey[]>>): Keys => ({
  site: keys.site.map(inWords),
  money: keys.money.map(inWords),
  round: keys.round.map(inWords),
  futures: keys.futures.map(inWords),
  oversea: keys.oversea.map(inWords),
})
