/** What an envelope means for the list it belongs to. */
export type Continuity =
  /** The next message, or one that is not counted: apply it. */
  | 'next'
  /** Already included in the snapshot or seen before: drop it. */
  | 'repeated'
  /** Something was missed, or the core restarted: apply it and reload the list. */
  | 'reload'

export interface Sequenced {
  readonly event: string
  readonly epoch: number
  readonly seq: number | null
}

/** Watches the (epoch, seq) of one destination over any number of connections. */
export interface GapDetector {
  observe(envelope: Sequenced): Continuity
}

export function createGapDetector(): GapDetector {
  let epoch: number | null = null
  let last = 0

  return {
    observe(envelope) {
      if (envelope.seq === null) return 'next'
      const restarted = epoch !== null && envelope.epoch !== epoch
      const first = epoch === null
      // A message of an epoch that already ended was on its way when the core restarted: the reload covers it.
      if (epoch !== null && envelope.epoch < epoch) return 'repeated'
      const before = restarted ? 0 : last
      epoch = envelope.epoch
      last = envelope.seq
      if (restarted) return 'reload'
      if (envelope.event === 'SNAPSHOT') return first || envelope.seq === before ? 'next' : 'reload'
      if (first) return 'next'
      if (envelope.seq <= before) {
        last = before
        return 'repeated'
      }
      return envelope.seq === before + 1 ? 'next' : 'reload'
    },
  }
}
