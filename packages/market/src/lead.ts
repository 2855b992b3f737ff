import { OffsetMeter } from './offset.ts'

/** Further than this no clock of a venue lies ahead of ours: what says so is damaged. */
const farMs = 60_000
const mostAheadMs = 1_000

/** How far a venue's clock lies ahead of ours, and which of its times are of the future all the same. */
export class Lead {
  readonly #offsets = new OffsetMeter()

  /**
   * Whether a time lies more than a second beyond what is usual of the venue; before anything is usual, beyond what a clock can be wrong.
   * A clock that was set becomes usual after half a minute; a single time makes nothing usual.
   */
  isFuture(sourceTs: number, now: number): boolean {
    const { usual } = this.#offsets
    const ahead = sourceTs - now
    if (ahead <= farMs) this.#offsets.add(-ahead, now)
    return ahead > (usual === null ? farMs : mostAheadMs + Math.max(0, -usual))
  }
}
