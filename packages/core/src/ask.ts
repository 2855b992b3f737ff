import type { Book } from './book.ts'
import { books, type Queries } from './books.ts'
import type { Query, Scope } from './query.ts'
import type { State } from './state.ts'
import type { EpochMs } from './types.ts'

/** Everything that can be asked; arguments and answers follow from what the books declare. */
export type QueryName = keyof Queries
export type ArgsOf<Q extends QueryName> = Queries[Q] extends Query<infer Args, unknown> ? Args : never
export type AnswerOf<Q extends QueryName> = Queries[Q] extends Query<never, infer Answer> ? Answer : never

export type Ask = <Q extends QueryName>(query: Q, args: ArgsOf<Q>, at: EpochMs) => AnswerOf<Q>

/** Answers a query from a state. */
export type AnswerFrom = <Q extends QueryName>(state: State, query: Q, args: ArgsOf<Q>, at: EpochMs) => AnswerOf<Q>

/** Derives the answers from the queries of the books. */
export function answersOf(books: readonly Book[]): AnswerFrom {
  const rules = rulesOf(books)
  return (state, query, args, at) => ruleIn(rules, query).answer(state, args as never, at) as never
}

type Rules = ReadonlyMap<string, Query<never, unknown>>

function rulesOf(books: readonly Book[]): Rules {
  const rules = new Map<string, Query<never, unknown>>()
  for (const { name, queries = {} } of books)
    for (const [query, rule] of Object.entries(queries)) {
      if (rules.has(query)) throw new TypeError(`book ${name} answers the query ${query} of another`)
      rules.set(query, rule)
    }
  return rules
}

function ruleIn(rules: Rules, query: string): Query<never, unknown> {
  const rule = rules.get(query)
  if (!rule) throw new TypeError(`unknown query ${query}`)
  return rule
}

const known = rulesOf(books)

/** The names of all queries, in the order of their books. */
export const queryNames = [...known.keys()] as readonly QueryName[]

/** What the answers of a query are made of. */
export const scopeOf = (query: QueryName): Scope => ruleIn(known, query).scope
