/** A figure as its source writes it: a number and what follows it (%, K, 억 …). */
interface Figure {
  readonly value: number
  readonly unit: string
}

/** The number in a figure; null where it holds none, or more than one (5.16|3.6). */
export function figureOf(text: string): Figure | null {
  const [, sign = '', digits = '', unit = ''] = /^([+\-−]?)\s*(\d[\d,]*(?:\.\d+)?)\s*([^\d|]*)$/.exec(text.trim()) ?? []
  if (digits === '') return null
  const size = Number(digits.replaceAll(',', ''))
  return { value: sign === '' || sign === '+' ? size : -size, unit: unit.trim() }
}

/** Above (1), as (0) or below (-1) what was expected; null where the two cannot be compared. */
export function surprise(actual: string | null, forecast: string | null): 1 | 0 | -1 | null {
  const [said, expected] = [actual, forecast].map((text) => (text === null ? null : figureOf(text)))
  if (!said || !expected || said.unit !== expected.unit) return null
  return said.value > expected.value ? 1 : said.value < expected.value ? -1 : 0
}

/** Heights in percent of the tallest bar. The lowest keeps a fifth, for the differences are what is shown. */
export function heights(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return values.map((value) => (high === low ? 60 : Math.round(20 + (80 * (value - low)) / (high - low))))
}
