/**
 * 20,000 open positions closed at their session's end: how long until all of it is durable, against the same rows by bare batched writes;
 * and how long members' orders in a stock with a running session wait for their answer meanwhile.
 */
import { measureAtOnce } from './support/at-once.ts'
import { contracts, sessionUntil } from './support/contracts.ts'
import type { Desk } from './support/desks.ts'

const positions = Number(process.argv[2] ?? 20_000)
/** Positions that are not held overnight are closed so long before the session ends (rules C). */
const closingLeadMs = 5 * 60_000
const [ending] = contracts.instruments

await measureAtOnce({
  bench: 'sessionclose',
  book: contracts,
  sizes: { positions },
  members: positions,
  ends: { SESSION_END: positions },
  prepare,
  strike: end,
})

/** Members who bought or sold a contract each, and hold it. */
async function prepare(desk: Desk): Promise<void> {
  for (let from = 0; from < positions; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, positions - from) }, (_, n) => desk.firstMember + from + n)
    await desk.all(some.map((memberId) => contracts.opening(memberId)))
    await desk.all(some.map((memberId) => contracts.order(memberId, memberId % 2 === 0 ? 'LONG' : 'SHORT')))
    await desk.filled()
  }
}

/** Moves the session's end to five minutes from now, so that its open positions are closed at once. */
function end(desk: Desk): void {
  desk.signal((at) => sessionUntil(at + closingLeadMs, ending, at))
}
