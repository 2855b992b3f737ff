const bucketMs = 1_000
const rememberedBuckets = 60
const skewLimitMs = 500

/**
 * How far a feed's clock lies behind ours, the way of its messages included: the median offset (received − source time) of each
 * second with messages, and over the last minute of them their rolling median.
 */
export class OffsetMeter {
  readonly #medians: number[] = []
  #came: { readonly offset: number; readonly at: number }[] = []
  #bucket = 0
  #usual: number | null = null

  /** The rolling median; before the first second is over the median of what came; null before the first message ever. */
  get usual(): number | null {
    return this.#medians.length === 0 && this.#came.length > 0 ? median(this.#came.map(offsetOf)) : this.#usual
  }

  /**
   * Takes an offset. Once the second before it is over, and its median lay 500 ms or more beside the rolling one: gives when that began,
   * by our clock: the time of its first skewed message as if that had come as late as usual.
   */
  add(offset: number, at: number): number | null {
    const bucket = Math.floor(at / bucketMs)
    let skewedSince: number | null = null
    if (bucket !== this.#bucket) {
      skewedSince = this.#close()
      this.#bucket = bucket
    }
    this.#came.push({ offset, at })
    return skewedSince
  }

  /** Closes a second that nothing followed. */
  pass(at: number): number | null {
    return this.#came.length > 0 && Math.floor(at / bucketMs) > this.#bucket ? this.#close() : null
  }

  /** Begins anew after a silence. What was usual serves until the first message. */
  forget(): void {
    this.#medians.length = 0
    this.#came.length = 0
  }

  #close(): number | null {
    if (this.#came.length === 0) return null
    const came = this.#came
    const current = median(came.map(offsetOf))
    this.#came = []
    const usual = this.#medians.length === 0 ? current : median(this.#medians)
    this.#medians.push(current)
    if (this.#medians.length > rememberedBuckets) this.#medians.shift()
    this.#usual = median(this.#medians)
    if (Math.abs(current - usual) < skewLimitMs) return null
    const skewed = came.filter(({ offset }) => Math.abs(offset - usual) >= skewLimitMs)
    return Math.round(Math.min(...skewed.map(({ offset, at }) => Math.min(at, at - (offset - usual)))))
  }
}

const offsetOf = ({ offset }: { readonly offset: number }): number => offset

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2
}
