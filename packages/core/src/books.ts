import type { Book } from './book.ts'
import { commissions } from './commissions/book.ts'
import { configuration } from './configuration/book.ts'
import { copies } from './copies/book.ts'
import { exposure } from './exposure/book.ts'
import { futures } from './futures/book.ts'
import { limits } from './limits/book.ts'
import { members } from './members.ts'
import { money } from './money/book.ts'
import { oversea } from './oversea/book.ts'
import { releases } from './releases/book.ts'
import { riskGroups } from './risk-groups/book.ts'
import { rounds } from './rounds/book.ts'
import { stops } from './stops/book.ts'
import { trading } from './trading/book.ts'
import type { Command, CoreSnapshot } from './types.ts'

/** Every book of the core, in the order in which they are restored and begun. */
const list = [
  members,
  riskGroups,
  configuration,
  rounds,
  trading,
  futures,
  copies,
  oversea,
  limits,
  money,
  commissions,
  stops,
  releases,
  exposure,
] as const

type Listed = (typeof list)[number]
type KindOf<B> = B extends { readonly commands: infer Commands } ? keyof Commands : never
type RowsBy<B> = B extends { rows(...values: never[]): infer Rows } ? keyof Rows : never

/** What the kernel adds itself. */
type Kernel = 'abandonKey' | 'siteGroup' | 'lastBatchAt'

/** Commands and rows of a snapshot that no book of the list has. */
type Ownerless = Exclude<Exclude<Command['kind'], KindOf<Listed>> | Exclude<keyof CoreSnapshot, RowsBy<Listed>>, Kernel>

/** Does not compile while something of the types is ownerless. */
export const books: readonly Book[] = list satisfies [Ownerless] extends [never] ? readonly Book[] : Ownerless

type QueriesOf<B> = B extends { readonly queries: infer Queries } ? (queries: Queries) => void : never

/** The queries of all books. */
export type Queries = QueriesOf<Listed> extends (queries: infer All) => void ? All : never
