import type {
  CopyFanOutRow,
  CopyFollowRow,
  CopyPairRow,
  CopyShareRow,
  CopyTraderRow,
  PositionRow,
} from '../../src/index.ts'

/** What a fill, or several, of a lead lot came to. */
interface Sum {
  readonly qty: number
  readonly quote: bigint
}

/** What is known of a position that leads or copies. */
export interface KnownLot {
  readonly row: PositionRow
  /** All that it ever opened. */
  readonly opened: bigint
}

/** What the auditor of copies knows; what a crash loses it reads back from what was committed, as it was then. */
export class Known {
  readonly traders = new Map<number, CopyTraderRow>()
  readonly follows = new Map<number, CopyFollowRow>()
  /** How each follow was set since the oldest fan-out that is not done. */
  readonly forms = new Map<number, readonly CopyFollowRow[]>()
  readonly fanOuts = new Map<number, CopyFanOutRow>()
  /** What of a lead lot was filled while anybody followed, and what fan-outs ask for; by lot and kind. */
  readonly filled = new Map<string, Sum>()
  readonly asked = new Map<string, Sum>()
  /** Copies of a fan-out that were made or left out: fan-out and follow. */
  readonly handled = new Set<string>()
  readonly lots = new Map<number, KnownLot>()
  /** All that was posted to a member for a copy, by its position. */
  readonly netBy = new Map<number, bigint>()
  readonly pairs = new Map<string, CopyPairRow>()
  readonly shares = new Map<number, CopyShareRow>()
  /** What closed copies came to, by trader and follower. */
  readonly nets = new Map<string, bigint>()

  /** A copy of it, which stays as it is. */
  copy(): Known {
    const other = new Known()
    for (const key of [
      'traders',
      'follows',
      'forms',
      'fanOuts',
      'filled',
      'asked',
      'lots',
      'nets',
      'netBy',
      'pairs',
      'shares',
    ] as const)
      for (const [name, value] of this[key] as Map<unknown, unknown>)
        (other[key] as Map<unknown, unknown>).set(name, value)
    for (const one of this.handled) other.handled.add(one)
    return other
  }

  addTo(which: 'filled' | 'asked', name: string, { qty, quote }: Sum): void {
    const sum = this[which].get(name) ?? { qty: 0, quote: 0n }
    this[which].set(name, { qty: sum.qty + qty, quote: sum.quote + quote })
  }

  /** At which id a follow ended; infinite while it runs. */
  endOf(follow: CopyFollowRow): number {
    if (follow.endId !== null) return follow.endId
    const cutId = this.traders.get(follow.traderId)?.cutId ?? null
    return cutId !== null && follow.id < cutId ? cutId : Number.POSITIVE_INFINITY
  }

  /** Whether a follow is to have its copy of a fan-out. */
  isOwed(follow: CopyFollowRow, fanOut: CopyFanOutRow): boolean {
    return follow.traderId === fanOut.traderId && follow.id < fanOut.id && fanOut.id < this.endOf(follow)
  }

  /** Open copies of a follow. */
  copiesOf(follow: CopyFollowRow): KnownLot[] {
    return [...this.lots.values()].filter(({ row }) => row.followId === follow.id && row.closedAt === null)
  }
}
