import type { Claimant } from '../claims.ts'
import { invariant } from '../invariant.ts'
import { memberOf, type State } from '../state.ts'
import { countHolder, isStale } from './recount.ts'
import { type Holder, type Market, marketName, type TradingBook } from './state.ts'

/** The market of a site in a book; null when there is none or it is another site's. */
export const marketIn = <M extends Market>(book: TradingBook<M>, siteId: number, optionId: number): M | null =>
  book.markets.get(marketName(siteId, optionId)) ?? null

/** A member as a book sees him, for whom it keeps what he does from now on; null without a member of the site, without the book's wallet, or where the site has no configuration. */
export function holderIn<M extends Market>(
  state: State,
  book: TradingBook<M>,
  siteId: number,
  memberId: number,
): Holder<M> | null {
  const holder = readHolder(state, book, siteId, memberId)
  if (holder && !book.holders.has(memberId)) {
    book.holders.set(memberId, holder)
    holder.wallet.claimants.push(claimantOf(state, book, holder))
  }
  return holder
}

/** The same for reads, which change nothing: of a member who did nothing yet the book keeps nothing. */
export function readHolder<M extends Market>(
  state: State,
  book: TradingBook<M>,
  siteId: number,
  memberId: number,
): Holder<M> | null {
  const known = book.holders.get(memberId)
  if (known) return known.member.row.siteId === siteId ? known : null
  const member = memberOf(state, siteId, memberId)
  const wallet = member && state.ledger.wallet(memberId, book.walletType, book.currency)
  const site = state.sites.get(siteId)
  if (!member || !wallet || !site) return null
  return {
    member,
    wallet,
    site,
    positions: new Map(),
    orders: new Map(),
    orderMargin: new Map(),
    settings: new Map(),
    recentFills: [],
  }
}

/** A holder's claims on his wallet, by the rules of the book. */
function claimantOf<M extends Market>(state: State, { name, claims }: TradingBook<M>, holder: Holder<M>): Claimant {
  invariant(claims !== null, `book ${name} is open`)
  return {
    fenced: () => claims.fenced(holder),
    cross: () => claims.cross(holder),
    openResult: () => claims.openResult(holder),
    isLive: (at) => claims.isLive(holder, at),
    locks: () => [],
    isStale: () => isStale(holder),
    countAnew: (turn) => countHolder(state, holder, turn),
    onWallet: (turn) => claims.onWallet(state, holder, turn),
  }
}
