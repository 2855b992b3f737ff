import { formatMinor, roundWire } from '@maru/core'
import type { Clocks, CoreClient } from '../ports.ts'
import type { Queue } from './destination.ts'
import type { Snapshot } from './event-board.ts'

/** The queues whose events are counted: a client starts from their snapshot and notices a gap. */
const counted: ReadonlySet<Queue> = new Set(['trade', 'point', 'futures', 'oversea', 'cross', 'oversea_cross'])

/** Where a member's queue stands; null for queues that carry no state. Lists are loaded by their own calls. */
export function queueSnapshot(
  core: CoreClient,
  siteId: number,
  memberId: number,
  queue: Queue,
): (() => Snapshot) | null {
  if (!counted.has(queue)) return null
  return () => {
    const isConflated = queue === 'cross' || queue === 'oversea_cross'
    const seq = isConflated ? null : core.seqOf(siteId, memberId, queue)
    return {
      includes: { epoch: core.epoch, seq },
      data: queue === 'point' ? wallets(core, siteId, memberId) : null,
    }
  }
}

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
