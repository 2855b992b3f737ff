import type { Book } from './book.ts'
import { invariant } from './invariant.ts'
import { newState, type State } from './state.ts'
import type { CoreSnapshot } from './types.ts'
import { assertCovered, claimedOf } from './wallet.ts'

/** Builds the state from the database's rows, book after book. Throws InvariantBroken where they contradict each other. */
export function restore(books: readonly Book[], snapshot: CoreSnapshot): State {
  // A new house knows nothing since ever; evidence carries that moment as a number of JSON, which −∞ is not.
  const state = newState(snapshot.lastBatchAt ?? 0)
  for (const book of books) {
    if (book.before) state.befores.push(book.before)
    book.restore?.(state, snapshot)
  }
  assertReserved(state)
  return state
}

/** What a wallet reserves is exactly what the books claim of it. Scans everything: for restores and tests. */
function assertReserved(state: State): void {
  for (const wallet of state.ledger.all()) {
    const { memberId, type, reserved } = wallet.row
    if (wallet.claimants.some((claimant) => claimant.isStale())) continue
    assertCovered(wallet)
    const claimed = claimedOf(wallet)
    invariant(reserved === claimed, `wallet ${type} of ${memberId} reserves ${reserved}, open are ${claimed}`)
  }
}
