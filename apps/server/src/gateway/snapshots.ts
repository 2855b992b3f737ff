import { type AnswerOf, formatMinor, futuresCrossWire, overseaCrossWire, roundWire } from '@maru/core'
import { futuresWire } from '../futures/index.ts'
import { overseaWire } from '../oversea/index.ts'
import type { Answer, Clocks, CoreClient, Reads } from '../ports.ts'
import type { MarginAccountQueue, Queue } from './destination.ts'
import type { Snapshot } from './event-board.ts'

interface Sources {
  readonly core: CoreClient
  readonly reads: Reads
}

/**
 * Where a member's queue stands, and what it goes on from where that is short; other lists have calls of their own.
 * `told` is the number of the newest message that the gateway itself put into the queue.
 */
export function queueSnapshot(
  { core, reads }: Sources,
  siteId: number,
  memberId: number,
  queue: Queue,
  told: number,
): Snapshot | Promise<Snapshot> {
  const of = { siteId, memberId }
  switch (queue) {
    case 'point':
      return reads.ask('members.wallets', of, { queue }).then((answer) => snapshotOf(answer, answer.value.map(wallet)))
    case 'futures':
      return reads.ask('futures.open', of, { queue }).then((answer) => snapshotOf(answer, futuresWire(answer.value)))
    case 'oversea':
      return reads.ask('oversea.open', of, { queue }).then((answer) => snapshotOf(answer, overseaWire(answer.value)))
    case 'cross':
    case 'oversea_cross':
      return marginAccountSnapshot(reads, siteId, memberId, queue)
    case 'trade':
      return { includes: { ...reads.version, seq: core.seqOf(siteId, memberId, queue) }, data: null }
    case 'pong':
      return emptySnapshot(core)
    case 'message':
    case 'chat':
    case 'error':
    case 'force_logout':
      return { includes: { epoch: core.epoch, seq: told }, data: null }
  }
}

/** The margin account of a member's futures or overseas futures; no data where he has no wallet for it. */
export async function marginAccountSnapshot(
  reads: Reads,
  siteId: number,
  memberId: number,
  queue: MarginAccountQueue,
): Promise<Snapshot> {
  const of = { siteId, memberId }
  if (queue === 'cross') {
    const answer = await reads.ask('futures.cross', of)
    return snapshotOf(answer, answer.value && futuresCrossWire(answer.value))
  }
  const answer = await reads.ask('oversea.cross', of)
  return snapshotOf(answer, answer.value && overseaCrossWire(answer.value))
}

/** A topic without a state of its own: what comes, comes after this. */
export const emptySnapshot = (core: CoreClient): Snapshot => ({
  includes: { epoch: core.epoch, seq: null },
  data: null,
})

/** The rounds of an option as game/current shows them; null where the site has no such option. */
export async function tradeSnapshot(
  reads: Reads,
  clocks: Clocks,
  siteId: number,
  optionId: number,
): Promise<Snapshot | null> {
  const answer = await reads.ask('rounds.game', { siteId, optionId, memberId: null })
  if (answer.value === null) return null
  const { option, betting, running } = answer.value
  const now = clocks.domain.now()
  return snapshotOf(answer, {
    serverTime: now,
    betting: betting && roundWire(betting, option, now),
    running: running && roundWire(running, option, now),
  })
}

const snapshotOf = ({ epoch, batch, seq }: Answer<unknown>, data: unknown): Snapshot => ({
  includes: { epoch, batch, seq },
  data,
})

const wallet = ({ type, currency, posted, reserved }: AnswerOf<'members.wallets'>[number]) => ({
  type,
  currency,
  point: formatMinor(posted - reserved, currency),
  gameWaitPoint: formatMinor(reserved, currency),
})
