/** The last line that a bench prints. */
export function report(result: {
  bench: string
  value: number
  unit: string
  baseline: number
  ratio: number
  [more: string]: unknown
}): void {
  console.log(JSON.stringify(result))
}

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
