/**
 * A gap of 10 % that fires 10,000 stops and liquidates 1,000 margin accounts: how long until all of it is durable, against the same rows by bare
 * batched writes; and how long orders of members who have nothing to do with it wait for their answer meanwhile (open loop, from the
 * intended time).
 */
import { measureAtOnce } from './support/at-once.ts'
import type { Desk } from './support/desks.ts'
import { inCross, leverageOf, openingWith, perpetualOrder, perpetuals } from './support/perpetuals.ts'

const stops = Number(process.argv[2] ?? 10_000)
const accounts = Math.ceil(stops / 10)

await measureAtOnce({
  bench: 'gap',
  book: perpetuals,
  sizes: { stops, accounts },
  members: stops + accounts,
  ends: { MEMBER: stops, LIQUIDATION: accounts },
  prepare,
  strike: (desk) => desk.moveTo(perpetuals.startPrice * 0.9),
})

/** Members who bought and left a stop 5 % below, and others whose whole margin account is lost with a tenth of the price. */
async function prepare(desk: Desk): Promise<void> {
  const guarded = Array.from({ length: stops }, (_, n) => desk.firstMember + n)
  const atStake = Array.from({ length: accounts }, (_, n) => desk.firstMember + stops + n)
  for (const some of chunks(guarded)) {
    await desk.all(some.map((memberId) => openingWith(memberId, 10_000n)))
    await desk.all(some.map((memberId) => leverageOf(memberId, 5)))
    await desk.all(some.map((memberId) => perpetualOrder(memberId, 'LONG', '0.010')))
    await desk.filled()
    const stop = (memberId: number, n: number) =>
      perpetualOrder(memberId, 'SHORT', '0.010', { stopAt: String(61_750 - (n % 100)) })
    await desk.all(some.map(stop))
  }
  for (const some of chunks(atStake)) {
    await desk.all(some.map((memberId) => openingWith(memberId, 300n)))
    await desk.all(some.map((memberId) => leverageOf(memberId, 25)))
    await desk.all(some.map(inCross))
    await desk.all(some.map((memberId) => perpetualOrder(memberId, 'LONG', '0.050')))
    await desk.filled()
  }
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 500) }, (_, n) => all.slice(n * 500, n * 500 + 500))
}
