const bucketMs = 1_000
const rememberedBuckets = 60

/**
 * How far a feed's clock lies behind ours, the way of its messages included: the median offset (received − source time) of each
 * second with messages, and over the last minute of them their rolling median.
 */
export class OffsetMeter {
  readonly #medians: number[] = []
  #offsets: number[] = []
  #bucket = 0
  #usual: number | null = null

  /** The rolling median; before the first second is over the median of what came; null before the first message ever. */
  get usual(): number | null {
    return this.#medians.length === 0 && this.#offsets.length > 0 ? median(this.#offsets) : this.#usual
  }

  /** Takes an offset; gives how far the second before it lay beside the rolling median, once that is over. */
  add(offset: number, at: number): number | null {
    const bucket = Math.floor(at / bucketMs)
    let skew: number | null = null
    if (bucket !== this.#bucket) {
      skew = this.#close()
      this.#bucket = bucket
    }
    this.#offsets.push(offset)
    return skew
  }

  /** Closes a second that nothing followed. */
  pass(at: number): number | null {
    return this.#offsets.length > 0 && Math.floor(at / bucketMs) > this.#bucket + 1 ? this.#close() : null
  }

  /** Begins anew after a silence. What was usual serves until the first message. */
  forget(): void {
    this.#medians.length = 0
    this.#offsets.length = 0
  }

  #close(): number | null {
    if (this.#offsets.length === 0) return null
    const current = median(this.#offsets)
    this.#offsets = []
    const usual = this.#medians.length === 0 ? current : median(this.#medians)
    this.#medians.push(current)
    if (this.#medians.length > rememberedBuckets) this.#medians.shift()
    this.#usual = median(this.#medians)
    return current - usual
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2
}
