import { formatMinor, futuresCrossWire, overseaCrossWire, roundWire } from '@maru/core'
import { openFutures } from '../futures/index.ts'
import { openOversea } from '../oversea/index.ts'
import type { Clocks, CoreClient } from '../ports.ts'
import type { AccountQueue, Queue } from './destination.ts'
import type { Snapshot } from './event-board.ts'

/**
 * Where a member's queue stands, and what it goes on from where that is short; other lists have calls of their own.
 * `told` is the number of the newest message that the gateway itself put into the queue.
 */
export function queueSnapshot(
  core: CoreClient,
  siteId: number,
  memberId: number,
  queue: Queue,
  told: number,
): () => Snapshot {
  return () => ({
    includes: { epoch: core.epoch, seq: seqOf(core, siteId, memberId, queue, told) },
    data: queueData(core, siteId, memberId, queue),
  })
}

function queueData(core: CoreClient, siteId: number, memberId: number, queue: Queue): unknown {
  switch (queue) {
    case 'point':
      return wallets(core, siteId, memberId)
    case 'futures':
      return openFutures(core, siteId, memberId)
    case 'oversea':
      return openOversea(core, siteId, memberId)
    case 'cross':
    case 'oversea_cross':
      return accountData(core, siteId, memberId, queue)
    default:
      return null
  }
}

/** The account of a member's futures or overseas futures; null where he has no wallet for it. */
export function accountData(core: CoreClient, siteId: number, memberId: number, queue: AccountQueue): unknown {
  if (queue === 'cross') {
    const cross = core.view.futures.cross(siteId, memberId)
    return cross && futuresCrossWire(cross)
  }
  const cross = core.view.oversea.cross(siteId, memberId)
  return cross && overseaCrossWire(cross)
}

function seqOf(core: CoreClient, siteId: number, memberId: number, queue: Queue, told: number): number | null {
  switch (queue) {
    case 'pong':
    case 'cross':
    case 'oversea_cross':
      return null
    case 'message':
    case 'error':
    case 'force_logout':
      return told
    default:
      return core.seqOf(siteId, memberId, queue)
  }
}

/** A topic without a state of its own: what comes, comes after this. */
export const emptySnapshot = (core: CoreClient): Snapshot => ({
  includes: { epoch: core.epoch, seq: null },
  data: null,
})

/** The rounds of an option as game/current shows them. */
export function tradeSnapshot(core: CoreClient, clocks: Clocks, siteId: number, optionId: number): Snapshot {
  const now = clocks.domain.now()
  const option = core.view.option(siteId, optionId)
  const { betting, running } = core.view.currentRounds(siteId, optionId, now)
  const wire = (round: typeof betting) => (round === null || option === null ? null : roundWire(round, option, now))
  return {
    includes: { epoch: core.epoch, seq: null },
    data: { serverTime: now, betting: wire(betting), running: wire(running) },
  }
}

const wallets = (core: CoreClient, siteId: number, memberId: number) =>
  core.view.wallets(siteId, memberId).map(({ type, currency, posted, reserved }) => ({
    type,
    currency,
    point: formatMinor(posted - reserved, currency),
    gameWaitPoint: formatMinor(reserved, currency),
  }))
