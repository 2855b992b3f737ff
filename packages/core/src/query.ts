import type { State } from './state.ts'
import type { EpochMs } from './types.ts'

/** What the arguments of a query name at least, by what its answer is made of. */
interface ArgsByScope {
  /** Prices, feeds and sessions: no rows. */
  market: object
  /** The configuration of a site, and what all sites share. */
  site: { readonly siteId: number }
  /** That, the rounds of an option, and what a member has in them. */
  option: { readonly siteId: number; readonly optionId: number; readonly memberId?: number | null }
  /** The site's configuration and all that is a member's own. */
  member: { readonly siteId: number; readonly memberId: number }
  /** Everything of a site. */
  house: { readonly siteId: number }
  members: { readonly siteId: number; readonly memberIds: readonly number[] }
}

/** What an answer is made of. */
export type Scope = keyof ArgsByScope

/**
 * One question that the API may ask: pure, so that asking changes nothing; arguments and answers are plain data (see plain.ts), so that
 * another process could answer it.
 */
export interface Query<Args, Answer> {
  readonly scope: Scope
  readonly answer: (state: State, args: Args, at: EpochMs) => Answer
}

/** The queries of a book by their names: `futures.cross`. */
export type QueryRules = Readonly<Record<string, Query<never, unknown>>>

/** Declares a query. `scope`: what its answer is made of; the arguments name whose. */
export const query = <S extends Scope, Args extends ArgsByScope[S], Answer>(
  scope: S,
  answer: (state: State, args: Args, at: EpochMs) => Answer,
): Query<Args, Answer> => ({ scope, answer })
