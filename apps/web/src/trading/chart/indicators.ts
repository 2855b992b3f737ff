/**
 * An indicator over closes that keeps only what it needs of the past. The newest candle changes with every tick: `peek`
 * says what its close would give, `push` takes a close that is final. Neither looks at older candles again.
 */
export interface Running {
  /** Values of a close that is final; null while there are too few. */
  push(close: number): readonly number[] | null
  /** Values if the next close were this one. */
  peek(close: number): readonly number[] | null
}

/** Mean of the last `period` closes. */
export function movingAverage(period: number): Running {
  const window = createWindow(period)
  return running(
    (close) => (window.count < period - 1 ? null : [(window.sum() + close) / period]),
    (close) => window.push(close),
  )
}

/** Exponential average with the weight 2 ÷ (period + 1), begun with the mean of the first `period` closes. */
export function exponentialAverage(period: number): Running {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let average = 0
  return running(
    (close) => {
      if (count < period - 1) return null
      return [count === period - 1 ? (sum + close) / period : average + weight * (close - average)]
    },
    (close, values) => {
      count += 1
      sum += close
      if (values) average = values[0]!
    },
  )
}

/** Bollinger bands: mean of `period` closes, and `multiple` population standard deviations above and below. */
export function bollingerBands(period: number, multiple: number): Running {
  const window = createWindow(period)
  return running(
    (close) => {
      if (window.count < period - 1) return null
      const mean = (window.sum() + close) / period
      const deviation = Math.sqrt((window.squares(mean) + (close - mean) ** 2) / period)
      return [mean, mean + multiple * deviation, mean - multiple * deviation]
    },
    (close) => window.push(close),
  )
}

/** Wilder's relative strength index, 0 to 100: the first averages are plain, later ones smoothed with 1 ÷ period. */
export function relativeStrength(period: number): Running {
  let before: number | null = null
  let changes = 0
  let gain = 0
  let loss = 0
  const next = (close: number) => {
    const change = close - before!
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)]
    // Sums while there are too few changes, averages afterwards.
    if (changes < period) return { gain: gain + up, loss: loss + down, divisor: changes + 1 === period ? period : 1 }
    return { gain: (gain * (period - 1) + up) / period, loss: (loss * (period - 1) + down) / period, divisor: 1 }
  }
  return running(
    (close) => {
      if (before === null || changes < period - 1) return null
      const { gain, loss } = next(close)
      return [gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)]
    },
    (close) => {
      if (before !== null) {
        const { gain: up, loss: down, divisor } = next(close)
        gain = up / divisor
        loss = down / divisor
        changes += 1
      }
      before = close
    },
  )
}

/** MACD: fast less slow exponential average, its own average of `signal`, and the difference of the two. */
export function macd(fast: number, slow: number, signal: number): Running {
  const quick = exponentialAverage(fast)
  const calm = exponentialAverage(slow)
  const average = exponentialAverage(signal)
  const lineAt = (close: number) => {
    const slowValue = calm.peek(close)
    return slowValue && quick.peek(close)![0]! - slowValue[0]!
  }
  return running(
    (close) => {
      const line = lineAt(close)
      const smoothed = line === null ? null : average.peek(line)
      return smoothed && [line!, smoothed[0]!, line! - smoothed[0]!]
    },
    (close) => {
      const line = lineAt(close)
      if (line !== null) average.push(line)
      quick.push(close)
      calm.push(close)
    },
  )
}

function running(peek: Running['peek'], keep: (close: number, values: readonly number[] | null) => void): Running {
  return {
    peek,
    push(close) {
      const values = peek(close)
      keep(close, values)
      return values
    },
  }
}

/** The last `period - 1` closes: those that share a mean with the next one. */
function createWindow(period: number) {
  const closes = new Float64Array(Math.max(0, period - 1))
  let count = 0
  return {
    get count() {
      return count
    },
    push(close: number) {
      if (closes.length > 0) closes[count % closes.length] = close
      count += 1
    },
    // Added anew each time: a sum that is carried on would gather rounding errors over thousands of candles.
    sum: () => closes.reduce((total, close) => total + close, 0),
    squares: (mean: number) => closes.reduce((total, close) => total + (close - mean) ** 2, 0),
  }
}
