import { gaussian, uniform } from './noise.ts'

/** The grid on which a path has values, ms. */
export const stepMs = 100
const levels = 24
const rootSteps = 2 ** levels
const yearMs = 365.25 * 86_400_000
/** Depth whose cells (25.6 s) tell how busy the market is. */
const activityLevel = 16

/**
 * A log-price at any 100 ms step of all time, without walking there.
 *
 * Each root cell of 2^24 steps (19.4 days) is halved again and again; the value in the middle is a Brownian bridge between
 * the ends. The variance of a cell is not split evenly but by a random weight, so that busy and quiet stretches of every
 * length arise (a multiplicative cascade, the trading time of Mandelbrot's multifractal model); given the weights,
 * the path is a martingale inside a root cell: its past does not tell its next direction. Ends of root cells are drawn around
 * zero, so that levels stay plausible for ever.
 */
export class PricePath {
  readonly #seed: number
  readonly #rootVariance: number
  readonly #anchorDeviation: number
  readonly #left = new Float64Array(levels + 1)
  readonly #right = new Float64Array(levels + 1)
  readonly #variance = new Float64Array(levels + 1)
  #root = Number.NaN
  #inner = 0

  /** `volatility`: standard deviation of the log-price over a year. */
  constructor(seed: number, volatility: number) {
    this.#seed = seed
    this.#rootVariance = (volatility * volatility * rootSteps * stepMs) / yearMs
    this.#anchorDeviation = Math.sqrt(this.#rootVariance / 8)
  }

  /** The log-price (around 0) at a step; `step` counts 100 ms since 1970. Cheapest when steps are asked for in order. */
  at(step: number): number {
    const root = Math.floor(step / rootSteps)
    const inner = step - root * rootSteps
    let level = 0
    if (root === this.#root) {
      level = Math.clz32(inner ^ this.#inner) - (32 - levels)
    } else {
      this.#left[0] = this.#anchor(root)
      this.#right[0] = this.#anchor(root + 1)
      this.#variance[0] = this.#rootVariance
      this.#root = root
    }
    this.#inner = inner
    for (; level < levels; level++) this.#descend(root, inner, level)
    return this.#left[levels] ?? 0
  }

  /** Variance of the 25.6 s around the step last asked for, 1 on average. */
  get activity(): number {
    return ((this.#variance[activityLevel] ?? 0) * 2 ** activityLevel) / this.#rootVariance
  }

  #descend(root: number, inner: number, level: number): void {
    const left = this.#left[level] ?? 0
    const right = this.#right[level] ?? 0
    const variance = this.#variance[level] ?? 0
    const cell = inner >>> (levels - level)
    const weight = 0.32 + 0.36 * uniform(this.#seed, root, cell, level + 64)
    const noise = gaussian(this.#seed, root, cell, level)
    const middle = left + (right - left) * weight + noise * Math.sqrt(variance * weight * (1 - weight))
    const inLeft = ((inner >>> (levels - level - 1)) & 1) === 0
    this.#left[level + 1] = inLeft ? left : middle
    this.#right[level + 1] = inLeft ? middle : right
    this.#variance[level + 1] = variance * (inLeft ? weight : 1 - weight)
  }

  #anchor(root: number): number {
    return this.#anchorDeviation * gaussian(this.#seed, root, 0, 63)
  }
}
